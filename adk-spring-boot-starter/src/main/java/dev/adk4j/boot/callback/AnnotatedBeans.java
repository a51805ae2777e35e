package dev.adk4j.boot.callback;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.ListableBeanFactory;
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

  private AnnotatedBeans() {}

  /** The annotated methods of each bean that has any, in the order of definition. */
  public static Map<String, Set<Method>> withMethods(
      ListableBeanFactory beanFactory, Class<? extends Annotation> annotation) {
    Map<String, Set<Method>> beans = new LinkedHashMap<>();
    for (String name : beanFactory.getBeanDefinitionNames()) {
      Set<Method> methods = methods(beanFactory, name, annotation);
      if (!methods.isEmpty() && !ScopedProxyUtils.isScopedTarget(name)) {
        beans.put(name, methods);
      }
    }
    return beans;
  }

  private static Set<Method> methods(
      ListableBeanFactory beanFactory, String name, Class<? extends Annotation> annotation) {
    Class<?> type = userClass(beanFactory, name);
    if (type == null || !AnnotationUtils.isCandidateClass(type, annotation)) {
      return Set.of();
    }
    return MethodIntrospector.selectMethods(
        type,
        (ReflectionUtils.MethodFilter)
            method -> AnnotatedElementUtils.hasAnnotation(method, annotation));
  }

  private static @Nullable Class<?> userClass(ListableBeanFactory beanFactory, String name) {
    Class<?> type = beanFactory.getType(name, false);
    // the framework's own beans are many and never ours
    return type == null || type.getName().startsWith("org.springframework.")
        ? null
        : ClassUtils.getUserClass(type);
  }
}
