package dev.adk4j.boot.service;

import dev.adk4j.boot.internal.condition.NearNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;

/**
 * Registers a bean for each annotated interface in the packages of the application. All interfaces
 * are read here, so that an invalid one fails the startup even if it is lazy.
 */
record AgentServiceRegistrar(
    Environment environment, BeanFactory beanFactory, ResourceLoader resources)
    implements ImportBeanDefinitionRegistrar {

  @Override
  public void registerBeanDefinitions(
      AnnotationMetadata importing, BeanDefinitionRegistry registry) {
    if (!AutoConfigurationPackages.has(beanFactory)) {
      return;
    }
    List<String> problems = new ArrayList<>();
    for (String found : candidates()) {
      Class<?> type = ClassUtils.resolveClassName(found, resources.getClassLoader());
      if (type.isInterface()) {
        ServiceMethods.of(type, problems);
        checkAgent(type, registry, problems);
        register(type, registry);
      } else {
        problems.add(type.getName() + ": is not an interface");
      }
    }
    if (!problems.isEmpty()) {
      throw ServiceMethods.failure(problems);
    }
  }

  private Collection<String> candidates() {
    Candidates scanner = new Candidates(environment);
    scanner.setResourceLoader(resources);
    Collection<String> found = new TreeSet<>();
    for (String where : AutoConfigurationPackages.get(beanFactory)) {
      for (BeanDefinition candidate : scanner.findCandidateComponents(where)) {
        found.add(Objects.requireNonNull(candidate.getBeanClassName()));
      }
    }
    return found;
  }

  private void checkAgent(Class<?> type, BeanDefinitionRegistry registry, List<String> problems) {
    AgentService service = Objects.requireNonNull(type.getAnnotation(AgentService.class));
    if (service.value().isEmpty() || registry.containsBeanDefinition(service.value())) {
      return;
    }
    Collection<String> known =
        Binder.get(environment)
            .bind("adk.agents", Bindable.mapOf(String.class, Object.class))
            .orElse(Map.of())
            .keySet();
    List<String> near = NearNames.of(service.value(), known);
    problems.add(
        "%s: there is no agent '%s'%s; known are %s. Set adk.agents.%s.system-prompt, for example"
            .formatted(
                type.getSimpleName(),
                service.value(),
                near.isEmpty() ? "" : " (did you mean '" + String.join("' or '", near) + "'?)",
                known.isEmpty() ? "none" : String.join(", ", known),
                service.value()));
  }

  /** Uses the name of the class, because the short name is likely to be that of the agent. */
  private void register(Class<?> type, BeanDefinitionRegistry registry) {
    RootBeanDefinition definition = new RootBeanDefinition();
    definition.setBeanClass(type);
    definition.setInstanceSupplier(
        () -> beanFactory.getBean(AgentServices.BEAN, AgentServices.class).apply(type));
    definition.setAttribute(AgentServices.BEAN, true);
    registry.registerBeanDefinition(type.getName(), definition);
  }

  /** Finds interfaces, which a component scan ignores. */
  private static final class Candidates extends ClassPathScanningCandidateComponentProvider {

    Candidates(Environment environment) {
      super(false, environment);
      addIncludeFilter(new AnnotationTypeFilter(AgentService.class, false, false));
    }

    @Override
    protected boolean isCandidateComponent(AnnotatedBeanDefinition definition) {
      return definition.getMetadata().isIndependent() && !definition.getMetadata().isAnnotation();
    }
  }
}
