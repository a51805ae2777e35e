package dev.adk4j.boot.service;

import dev.adk4j.client.AgentClient;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Creates the proxies of interfaces. A proxy looks up its agent at its first call, so that its
 * injection creates no model.
 */
record AgentServices(BeanFactory beanFactory) implements Function<Class<?>, Object> {

  static final String BEAN = "adkAgentServices";

  @Override
  public Object apply(Class<?> type) {
    List<String> problems = new ArrayList<>();
    Map<Method, ServiceMethod> methods = ServiceMethods.of(type, problems);
    if (!problems.isEmpty()) {
      throw ServiceMethods.failure(problems);
    }
    SingletonSupplier<AgentClient> agent = SingletonSupplier.of(() -> agent(type));
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> {
          ServiceMethod called = methods.get(method);
          return called == null
              ? other(type, proxy, method, arguments)
              : called.call(agent.obtain(), arguments == null ? new Object[0] : arguments);
        });
  }

  private AgentClient agent(Class<?> type) {
    AgentService service = type.getAnnotation(AgentService.class);
    return service == null || service.value().isEmpty()
        ? beanFactory.getBean(AgentClient.class)
        : beanFactory.getBean(service.value(), AgentClient.class);
  }

  /** Calls a default method, or a method of {@code Object}. */
  private static @Nullable Object other(
      Class<?> type, Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
    if (ReflectionUtils.isEqualsMethod(method)) {
      return arguments != null && proxy == arguments[0];
    }
    if (ReflectionUtils.isHashCodeMethod(method)) {
      return System.identityHashCode(proxy);
    }
    if (ReflectionUtils.isToStringMethod(method)) {
      return "@AgentService " + type.getName();
    }
    // InvocationHandler.invokeDefault rejects an interface that is not public
    return MethodHandles.privateLookupIn(method.getDeclaringClass(), MethodHandles.lookup())
        .unreflectSpecial(method, method.getDeclaringClass())
        .bindTo(proxy)
        .invokeWithArguments(arguments == null ? new Object[0] : arguments);
  }
}
