package dev.adk4j.internal;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Determines if a value may be absent: an {@code Optional}, or one with any annotation called
 * {@code Nullable}.
 */
public final class Nullability {

  private static final Map<Class<?>, Class<?>> OPTIONALS =
      Map.of(
          Optional.class, Object.class,
          OptionalInt.class, Integer.class,
          OptionalLong.class, Long.class,
          OptionalDouble.class, Double.class);

  private Nullability() {}

  public static boolean mayBeAbsent(
      Class<?> type, AnnotatedType annotatedType, AnnotatedElement element) {
    return OPTIONALS.containsKey(type) || isNullable(annotatedType) || isNullable(element);
  }

  /** Returns the type inside an optional type; any other type itself. */
  public static Type present(Type type) {
    if (type instanceof ParameterizedType optional && optional.getRawType() == Optional.class) {
      return optional.getActualTypeArguments()[0];
    }
    return type instanceof Class<?> raw ? OPTIONALS.getOrDefault(raw, raw) : type;
  }

  private static boolean isNullable(AnnotatedElement element) {
    return Arrays.stream(element.getAnnotations())
        .anyMatch(a -> a.annotationType().getSimpleName().equals("Nullable"));
  }
}
