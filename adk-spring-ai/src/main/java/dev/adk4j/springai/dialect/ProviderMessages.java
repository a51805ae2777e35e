package dev.adk4j.springai.dialect;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.util.ClassUtils;

/**
 * Reads and creates messages of a provider's class by reflection, because the class may be missing
 * or package-private.
 */
final class ProviderMessages {

  private ProviderMessages() {}

  static boolean isThere(String className) {
    return ClassUtils.isPresent(className, ProviderMessages.class.getClassLoader());
  }

  /** Returns the result of a getter. */
  static @Nullable Object get(Object object, String getter) {
    return call(object, method(object.getClass(), getter));
  }

  /**
   * Returns a message with calls and one additional value.
   *
   * @param className class with a nested {@code Builder}
   * @param setter method of the builder for {@code value}
   */
  static AssistantMessage build(
      String className,
      String text,
      List<AssistantMessage.ToolCall> calls,
      String setter,
      Class<?> type,
      Object value) {
    Object builder = builder(className);
    Class<?> known = builder.getClass();
    call(builder, method(known, "content", String.class), text);
    call(builder, method(known, "properties", Map.class), Map.of());
    call(builder, method(known, "toolCalls", List.class), calls);
    call(builder, method(known, setter, type), value);
    return (AssistantMessage) Objects.requireNonNull(get(builder, "build"));
  }

  private static Object builder(String className) {
    try {
      var constructor =
          Class.forName(className + "$Builder", true, ProviderMessages.class.getClassLoader())
              .getDeclaredConstructor();
      constructor.setAccessible(true);
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw unknown(className, e);
    }
  }

  /**
   * Returns the method with the most specific return type, because a builder overrides methods to
   * return its own type.
   */
  private static Method method(Class<?> type, String name, Class<?>... parameters) {
    try {
      Method method = type.getMethod(name, parameters);
      method.setAccessible(true);
      return method;
    } catch (NoSuchMethodException e) {
      throw unknown(type.getName(), e);
    }
  }

  private static @Nullable Object call(Object object, Method method, Object... arguments) {
    try {
      return method.invoke(object, arguments);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw unknown(object.getClass().getName(), e);
    }
  }

  private static IllegalStateException unknown(String className, Exception cause) {
    return new IllegalStateException(
        className + " does not have its form of the supported versions of Spring AI.", cause);
  }
}
