package dev.adk4j.boot;

import dev.adk4j.boot.internal.callback.AnnotatedBeans;
import dev.adk4j.boot.internal.callback.CallbackResolution;
import dev.adk4j.boot.internal.callback.CallbackResolver;
import dev.adk4j.event.EventListener;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.storage.CallbackKind;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Beans by their definitions, before the first bean is created. A later search could give a
 * different result: a bean that is declared as one interface may implement more.
 *
 * @param turnMiddleware bean names, in the order of definition; the other lists are the same
 * @param listenerMethods methods with {@link TurnEventListener}, by bean name
 */
record BeansByDefinition(
    CallbackResolution callbacks,
    List<String> turnMiddleware,
    List<String> dispatchMiddleware,
    List<String> eventListeners,
    Map<String, Set<Method>> listenerMethods) {

  static BeansByDefinition of(ConfigurableListableBeanFactory beanFactory, Set<CallbackKind> noop) {
    return new BeansByDefinition(
        new CallbackResolver(beanFactory, noop).resolve(),
        names(beanFactory, TurnMiddleware.class),
        names(beanFactory, DispatchMiddleware.class),
        names(beanFactory, EventListener.class),
        AnnotatedBeans.withMethods(beanFactory, TurnEventListener.class));
  }

  private static List<String> names(ConfigurableListableBeanFactory beanFactory, Class<?> type) {
    return Arrays.stream(beanFactory.getBeanNamesForType(type, true, false))
        .filter(Predicate.not(ScopedProxyUtils::isScopedTarget))
        .toList();
  }
}
