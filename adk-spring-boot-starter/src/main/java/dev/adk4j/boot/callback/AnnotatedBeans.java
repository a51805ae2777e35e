package dev.adk4j.boot.callback;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Beans with annotated methods, found by the type their definition declares: nothing is
 * instantiated.
 */
public final class AnnotatedBeans {

  private static final Pattern FRAMEWORK = Pattern.compile("(org\\.springframework|jakarta)\\..*");

  private static final Pattern STARTER =
      Pattern.compile(
          "dev\\.adk4j\\.boot\\.([a-z]+\\.)*Adk[A-Za-z]*(AutoConfiguration(\\$[A-Za-z]+)?|Properties)");

  private AnnotatedBeans() {}

  /** The annotated methods of each bean that has any, in the order of definition. */
  public static Map<String, Set<Method>> withMethods(
      ConfigurableListableBeanFactory beanFactory, Class<? extends Annotation> annotation) {
    Map<String, Set<Method>> beans = new LinkedHashMap<>();
    for (String name : beanFactory.getBeanDefinitionNames()) {
      Set<Method> methods = methods(beanFactory, name, annotation);
      if (!methods.isEmpty() && !ScopedProxyUtils.isScopedTarget(name)) {
        beans.put(name, methods);
      }
    }
    return beans;
  }

  /**
   * The name of the definition that tells type and annotations of a bean: those of a scoped proxy
   * are its target's.
   */
  public static String described(ConfigurableListableBeanFactory beanFactory, String name) {
    String target = ScopedProxyUtils.getTargetBeanName(name);
    return beanFactory.containsBeanDefinition(target) ? target : name;
  }

  private static Set<Method> methods(
      ConfigurableListableBeanFactory beanFactory,
      String name,
      Class<? extends Annotation> annotation) {
    Class<?> type = beanFactory.getType(described(beanFactory, name), false);
    if (type == null || isInfrastructure(type, factoryClass(beanFactory, name))) {
      return Set.of();
    }
    type = ClassUtils.getUserClass(type);
    if (!AnnotationUtils.isCandidateClass(type, annotation)) {
      return Set.of();
    }
    return MethodIntrospector.selectMethods(
        type,
        (ReflectionUtils.MethodFilter)
            method -> AnnotatedElementUtils.hasAnnotation(method, annotation));
  }

  /** The class whose method makes the bean. */
  private static @Nullable String factoryClass(
      ConfigurableListableBeanFactory beanFactory, String name) {
    return beanFactory.getBeanDefinition(name) instanceof AnnotatedBeanDefinition annotated
            && annotated.getFactoryMethodMetadata() != null
        ? annotated.getFactoryMethodMetadata().getDeclaringClassName()
        : null;
  }

  /**
   * Beans of the framework and of this library are many and, but for those that say so, never
   * annotated: reading their methods would only load whatever these mention.
   */
  private static boolean isInfrastructure(Class<?> type, @Nullable String factory) {
    return FRAMEWORK.matcher(type.getName()).matches()
        || STARTER.matcher(type.getName()).matches()
        || factory != null
            && (FRAMEWORK.matcher(factory).matches()
                || STARTER.matcher(factory).matches()
                    && !OwnListeners.class.isAssignableFrom(type));
  }
}
