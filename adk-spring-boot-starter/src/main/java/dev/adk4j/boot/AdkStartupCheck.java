package dev.adk4j.boot;

import dev.adk4j.boot.internal.callback.Assignment;
import dev.adk4j.boot.internal.callback.CallbackConfigurer;
import dev.adk4j.boot.internal.callback.CallbackResolution;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.storage.CallbackKind;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * Checks the bean definitions before any bean is created, and fails the startup if a callback or
 * the executor has no implementation. No database is opened, and lazy initialization does not delay
 * the check. Passes if the application builds its own turn runner.
 */
final class AdkStartupCheck implements BeanFactoryPostProcessor {

  private static final Logger log = LoggerFactory.getLogger(AdkStartupCheck.class);

  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
    Environment environment = beanFactory.getBean(Environment.class);
    ReplacedBeans.warn(beanFactory, environment);
    // the bean itself, so that the properties are bound once, and rejected before any other bean is
    // created
    AdkProperties properties = beanFactory.getBean(AdkProperties.class);
    BeansByDefinition beans = BeansByDefinition.of(beanFactory, properties.storage().noop());
    beanFactory.registerSingleton("adkBeansByDefinition", beans);
    AgentCheck.check(beanFactory, properties.agents(), properties.fallback());
    if (beanFactory.containsBeanDefinition(AdkAutoConfiguration.RUNNER)) {
      warn(new CallbackConfigurer(beanFactory, beans.callbacks()).require());
    }
  }

  private static void warn(CallbackResolution resolution) {
    Set<CallbackKind> used =
        resolution.callbacks().values().stream()
            .filter(Assignment.Noop.class::isInstance)
            .map(assignment -> ((Assignment.Noop) assignment).optOut())
            .collect(Collectors.toSet());
    if (used.contains(CallbackKind.MESSAGES)) {
      log.warn(
          "adk.storage.noop contains messages: they are not stored, so every turn starts without "
              + "the earlier conversation.");
    }
    if (used.contains(CallbackKind.TOOL_CALLS)) {
      log.warn(
          "adk.storage.noop contains tool-calls: they are not stored, so later turns see neither "
              + "the agent's actions nor their results.");
    }
  }
}
