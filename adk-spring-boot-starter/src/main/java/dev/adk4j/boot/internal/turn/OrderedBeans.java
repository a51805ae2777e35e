package dev.adk4j.boot.internal.turn;

import dev.adk4j.boot.internal.callback.AnnotatedBeans;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;

/**
 * Beans in their {@code @Order}, with their names. The annotation may be on the bean method, as may
 * the annotation of a pipeline.
 */
public record OrderedBeans(ConfigurableListableBeanFactory beanFactory) {

  public <T> List<Named<T>> get(List<String> candidates, Class<T> type) {
    List<Named<T>> beans = new ArrayList<>();
    Map<Object, String> names = new IdentityHashMap<>();
    for (String name : candidates) {
      if (isCandidate(name)) {
        T bean = beanFactory.getBean(name, type);
        names.put(bean, name);
        beans.add(new Named<>(name, bean));
      }
    }
    var comparator =
        AnnotationAwareOrderComparator.INSTANCE.withSourceProvider(
            bean -> sources(names.getOrDefault(bean, "")));
    beans.sort((a, b) -> comparator.compare(a.bean(), b.bean()));
    return beans;
  }

  public boolean isAnnotated(String name, Class<? extends Annotation> annotation) {
    return beanFactory.findAnnotationOnBean(
            AnnotatedBeans.described(beanFactory, name), annotation, false)
        != null;
  }

  /** Returns true if the bean may be injected by type; also if it has no definition. */
  public boolean isCandidate(String name) {
    return !beanFactory.containsBeanDefinition(name)
        || beanFactory.getBeanDefinition(name).isAutowireCandidate();
  }

  /** Returns the elements other than the bean itself that may have an {@code @Order}. */
  private Object sources(String bean) {
    String name = AnnotatedBeans.described(beanFactory, bean);
    List<Object> sources = new ArrayList<>();
    if (beanFactory.containsBeanDefinition(name)
        && beanFactory.getMergedBeanDefinition(name) instanceof RootBeanDefinition definition) {
      Method factoryMethod = definition.getResolvedFactoryMethod();
      if (factoryMethod != null) {
        sources.add(factoryMethod);
      }
      Class<?> targetType = definition.getTargetType();
      if (targetType != null) {
        sources.add(targetType);
      }
    }
    return sources.toArray();
  }

  /** A bean and its name. */
  public record Named<T>(String name, T bean) {}
}
