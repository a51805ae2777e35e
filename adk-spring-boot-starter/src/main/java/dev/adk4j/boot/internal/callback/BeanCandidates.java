package dev.adk4j.boot.internal.callback;

import dev.adk4j.boot.internal.callback.CallbackProblem.Ambiguous;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.core.type.MethodMetadata;

/** Beans that may implement one interface, by their definitions. No bean is instantiated. */
final class BeanCandidates {

  private final Class<?> type;
  private final List<Candidate> regular;
  private final List<Candidate> fallback;

  private BeanCandidates(Class<?> type, List<Candidate> all) {
    this.type = type;
    this.regular = all.stream().filter(Predicate.not(Candidate::fallback)).toList();
    this.fallback = all.stream().filter(Candidate::fallback).toList();
  }

  static BeanCandidates of(ConfigurableListableBeanFactory beanFactory, Class<?> type) {
    List<Candidate> all = new ArrayList<>();
    for (String name :
        BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, type, true, false)) {
      BeanDefinition definition = definition(beanFactory, name);
      if (isCandidate(definition)) {
        all.add(new Candidate(name, definition));
      }
    }
    return new BeanCandidates(type, all);
  }

  /** Returns true if the application declared a bean itself. */
  boolean hasRegular() {
    return !regular.isEmpty();
  }

  boolean isEmpty() {
    return regular.isEmpty() && fallback.isEmpty();
  }

  /**
   * Returns the bean to use, or null if there is none or there are several. Fallbacks are used if
   * there is no other.
   */
  Assignment.@Nullable Bean single() {
    List<Candidate> counting = counting();
    if (counting.size() == 1) {
      return counting.getFirst().assignment();
    }
    List<Candidate> primary = counting.stream().filter(Candidate::primary).toList();
    return primary.size() == 1 ? primary.getFirst().assignment() : null;
  }

  Ambiguous ambiguous() {
    return new Ambiguous(
        type, counting().stream().map(Candidate::describe).toList(), !hasRegular());
  }

  private List<Candidate> counting() {
    return hasRegular() ? regular : fallback;
  }

  private static @Nullable BeanDefinition definition(
      ConfigurableListableBeanFactory beanFactory, String name) {
    try {
      return beanFactory.getMergedBeanDefinition(BeanFactoryUtils.transformedBeanName(name));
    } catch (NoSuchBeanDefinitionException e) {
      // registered as an instance, not by a definition
      return null;
    }
  }

  private static boolean isCandidate(@Nullable BeanDefinition definition) {
    return definition == null
        || definition.isAutowireCandidate()
            && !(definition instanceof AbstractBeanDefinition d && !d.isDefaultCandidate());
  }

  private record Candidate(String name, @Nullable BeanDefinition definition) {

    boolean fallback() {
      return definition != null && definition.isFallback();
    }

    boolean primary() {
      return definition != null && definition.isPrimary();
    }

    Assignment.Bean assignment() {
      return new Assignment.Bean(name, fallback());
    }

    String describe() {
      if (definition instanceof AnnotatedBeanDefinition annotated) {
        MethodMetadata method = annotated.getFactoryMethodMetadata();
        if (method != null) {
          return "%s: defined by method '%s' in %s"
              .formatted(name, method.getMethodName(), method.getDeclaringClassName());
        }
      }
      String type = definition == null ? null : definition.getBeanClassName();
      return type == null ? name : name + ": a " + type;
    }
  }
}
