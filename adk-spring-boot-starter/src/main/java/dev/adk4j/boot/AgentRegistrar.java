package dev.adk4j.boot;

import dev.adk4j.boot.internal.properties.AgentProperties;
import dev.adk4j.client.AgentClient;
import dev.adk4j.turn.TurnRunner;
import java.util.Map;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Registers a client for each entry of {@code adk.agents}, and a runner if it needs its own. They
 * are injected by name only. A {@code BeanRegistrar} would be shorter, but cannot express that.
 */
record AgentRegistrar(Environment environment) implements ImportBeanDefinitionRegistrar {

  static Map<String, AgentProperties> agents(Environment environment) {
    return Binder.get(environment)
        .bind("adk.agents", Bindable.mapOf(String.class, AgentProperties.class))
        .orElse(Map.of());
  }

  /** Returns the name of the bean that is the agent's runner. */
  static String runner(String agent) {
    return AdkAutoConfiguration.RUNNER + "." + agent;
  }

  @Override
  public void registerBeanDefinitions(
      AnnotationMetadata importing, BeanDefinitionRegistry registry) {
    agents(environment)
        .forEach(
            (name, agent) -> {
              if (registry.containsBeanDefinition(name)) {
                throw new InvalidConfigurationPropertyValueException(
                    "adk.agents." + name,
                    null,
                    "is the name of another bean ("
                        + registry.getBeanDefinition(name).getResolvableType()
                        + "). Give the agent another name");
              }
              register(registry, name, AgentClient.class, name, "client");
              if (agent.needsRunner()) {
                register(registry, runner(name), TurnRunner.class, name, "runner");
              }
            });
  }

  private static void register(
      BeanDefinitionRegistry registry, String bean, Class<?> type, String agent, String method) {
    RootBeanDefinition definition = new RootBeanDefinition(type);
    definition.setFactoryBeanName(AdkAutoConfiguration.AGENTS);
    definition.setFactoryMethodName(method);
    definition.getConstructorArgumentValues().addIndexedArgumentValue(0, agent);
    definition.setDefaultCandidate(false);
    registry.registerBeanDefinition(bean, definition);
  }
}
