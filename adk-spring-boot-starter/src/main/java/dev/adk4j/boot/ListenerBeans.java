package dev.adk4j.boot;

import dev.adk4j.boot.ListenableEvents.Listenable;
import dev.adk4j.boot.internal.callback.AnnotatedBeans;
import dev.adk4j.event.EventListener;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.turn.TurnRunner;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Subscribes listener beans and annotated methods to every turn runner when it is created. The
 * beans themselves are created at their first event, so that they may depend on the runner.
 */
record ListenerBeans(ConfigurableListableBeanFactory beanFactory, BeansByDefinition beans)
    implements BeanPostProcessor {

  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    if (bean instanceof TurnRunner runner) {
      runner.observe(TurnEvent.ERROR, FailedTurns::log);
      subscribeBeans(runner);
      subscribeMethods(runner);
    }
    return bean;
  }

  private void subscribeBeans(TurnRunner runner) {
    for (String name : beans.eventListeners()) {
      TurnEventListener annotation =
          beanFactory.findAnnotationOnBean(
              AnnotatedBeans.described(beanFactory, name), TurnEventListener.class, false);
      String where = "The event listener bean '" + name + "'";
      Class<?> payload = payload(name, where);
      @SuppressWarnings("unchecked")
      Supplier<EventListener<Object>> listener =
          SingletonSupplier.of(
              () -> (EventListener<Object>) beanFactory.getBean(name, EventListener.class));
      subscribe(runner, payload, annotation, where, event -> listener.get().on(event));
    }
  }

  private Class<?> payload(String name, String where) {
    ResolvableType declared =
        beanFactory.containsBeanDefinition(name)
            ? beanFactory
                .getMergedBeanDefinition(AnnotatedBeans.described(beanFactory, name))
                .getResolvableType()
            : ResolvableType.forInstance(beanFactory.getBean(name));
    Class<?> payload = declared.as(EventListener.class).getGeneric(0).resolve();
    if (payload == null) {
      throw ListenableEvents.invalid(
          where
              + " does not declare its event. Declare it as EventListener<TurnEnd>, for example.");
    }
    return payload;
  }

  private void subscribeMethods(TurnRunner runner) {
    beans
        .listenerMethods()
        .forEach(
            (name, methods) ->
                methods.stream()
                    // on a bean method the annotation describes the bean, not the method
                    .filter(method -> !EventListener.class.isAssignableFrom(method.getReturnType()))
                    .forEach(method -> subscribeMethod(runner, name, method)));
  }

  private void subscribeMethod(TurnRunner runner, String name, Method method) {
    String where = "The method " + method.getDeclaringClass().getName() + "." + method.getName();
    if (method.getParameterCount() != 1) {
      throw ListenableEvents.invalid(
          where + " is a @TurnEventListener and must have the event as its only parameter.");
    }
    Supplier<Object> bean = SingletonSupplier.of(() -> beanFactory.getBean(name));
    TurnEventListener annotation =
        AnnotatedElementUtils.findMergedAnnotation(method, TurnEventListener.class);
    subscribe(
        runner,
        method.getParameterTypes()[0],
        annotation,
        where,
        event -> invoke(method, bean.get(), event));
  }

  private static void subscribe(
      TurnRunner runner,
      Class<?> payload,
      @Nullable TurnEventListener annotation,
      String where,
      EventListener<Object> listener) {
    List<String> names = annotation == null ? List.of() : List.of(annotation.value());
    for (Listenable<?> event : ListenableEvents.choose(payload, names, where)) {
      event.subscribe(runner, listener);
    }
  }

  private static void invoke(Method method, Object bean, Object event) throws Exception {
    Method invocable = AopUtils.selectInvocableMethod(method, bean.getClass());
    ReflectionUtils.makeAccessible(invocable);
    try {
      invocable.invoke(bean, event);
    } catch (InvocationTargetException e) {
      ReflectionUtils.rethrowException(e.getTargetException());
    }
  }
}
