package dev.adk4j.springai.dialect;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
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
    return call(object, getter, new Class<?>[0]);
  }

  /** Returns the texts that the getter returns for the objects, without empty ones. */
  static String texts(@Nullable Object objects, String getter, String delimiter) {
    StringJoiner texts = new StringJoiner(delimiter);
    for (Object object : objects instanceof List<?> list ? list : List.of()) {
      if (get(object, getter) instanceof String text && !text.isEmpty()) {
        texts.add(text);
      }
    }
    return texts.toString();
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
    set(builder, "content", String.class, text);
    set(builder, "properties", Map.class, Map.of());
    set(builder, "toolCalls", List.class, calls);
    set(builder, setter, type, value);
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

  private static void set(Object builder, String name, Class<?> type, Object value) {
    call(builder, name, new Class<?>[] {type}, value);
  }

  private static @Nullable Object call(
      Object object, String name, Class<?>[] types, Object... arguments) {
    try {
      // The one with the most specific return type: a builder returns its own type.
      Method method = object.getClass().getMethod(name, types);
      method.setAccessible(true);
      return method.invoke(object, arguments);
    } catch (ReflectiveOperationException e) {
      throw unknown(object.getClass().getName(), e);
    }
  }

  private static IllegalStateException unknown(String className, Exception cause) {
    return new IllegalStateException(
        className + " does not have its form of the supported versions of Spring AI.", cause);
  }
}
