package dev.adk4j.boot.internal.callback;

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
 * Beans with annotated methods, found by the declared type of their definition. No bean is
 * instantiated.
 */
public final class AnnotatedBeans {

  private static final Pattern FRAMEWORK = Pattern.compile("(org\\.springframework|jakarta)\\..*");

  private static final Pattern STARTER =
      Pattern.compile(
          "dev\\.adk4j\\.boot\\.([a-z]+\\.)*Adk[A-Za-z]*(AutoConfiguration(\\$[A-Za-z]+)?|Properties)");

  private AnnotatedBeans() {}

  /** Returns the annotated methods of each bean that has any, in the order of definition. */
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
   * Returns the name of the definition that has the type and the annotations of a bean. For a
   * scoped proxy, this is the definition of the target.
   */
  public static String described(ConfigurableListableBeanFactory beanFactory, String name) {
    String target = ScopedProxyUtils.getTargetBeanName(name);
    return beanFactory.containsBeanDefinition(target) ? target : name;
  }

  /** Returns the type that a bean's definition declares. */
  static @Nullable Class<?> declared(ConfigurableListableBeanFactory beanFactory, String name) {
    Class<?> type = beanFactory.getType(described(beanFactory, name), false);
    return type == null ? null : ClassUtils.getUserClass(type);
  }

  private static Set<Method> methods(
      ConfigurableListableBeanFactory beanFactory,
      String name,
      Class<? extends Annotation> annotation) {
    Class<?> type = declared(beanFactory, name);
    if (type == null || isInfrastructure(type, factoryClass(beanFactory, name))) {
      return Set.of();
    }
    return methods(type, annotation);
  }

  /** Returns the annotated methods of a class, including those of superclasses and interfaces. */
  static Set<Method> methods(Class<?> type, Class<? extends Annotation> annotation) {
    if (!AnnotationUtils.isCandidateClass(type, annotation)) {
      return Set.of();
    }
    return MethodIntrospector.selectMethods(
        type,
        (ReflectionUtils.MethodFilter)
            method -> AnnotatedElementUtils.hasAnnotation(method, annotation));
  }

  /** Returns the class whose method creates the bean. */
  private static @Nullable String factoryClass(
      ConfigurableListableBeanFactory beanFactory, String name) {
    return beanFactory.getBeanDefinition(name) instanceof AnnotatedBeanDefinition annotated
            && annotated.getFactoryMethodMetadata() != null
        ? annotated.getFactoryMethodMetadata().getDeclaringClassName()
        : null;
  }

  /**
   * Skips the many beans of the framework and of this library, which have no annotated methods,
   * except for those that are marked. Reading their methods would load the classes that they
   * reference without need.
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
