package dev.adk4j.tool;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.adk4j.error.Violations;
import dev.adk4j.value.Displayable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Currency;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * Which Java types a model can be asked for. Anything else is refused when the tool is made, not
 * when it is called.
 */
final class SupportedTypes {

  /**
   * Types that travel as text, with the format that the model is shown; formats are described, not
   * asserted.
   */
  static final Map<Class<?>, TextForm> TEXTS =
      Map.ofEntries(
          text(Instant.class, "date-time"),
          text(OffsetDateTime.class, "date-time"),
          text(ZonedDateTime.class, "date-time"),
          text(LocalDate.class, "date"),
          text(LocalDateTime.class, "local-date-time"),
          text(LocalTime.class, "local-time"),
          text(OffsetTime.class, "time"),
          text(Duration.class, "duration"),
          text(Period.class, "duration"),
          text(YearMonth.class, "year-month"),
          text(MonthDay.class, "month-day"),
          text(ZoneId.class, ""),
          text(ZoneOffset.class, ""),
          text(UUID.class, "uuid"),
          text(URI.class, "uri"),
          text(Locale.class, ""),
          text(Currency.class, ""),
          Map.entry(byte[].class, new TextForm("contentEncoding", "base64")));

  private static final Set<Class<?>> OTHERS =
      Set.of(
          String.class,
          CharSequence.class,
          Object.class,
          Boolean.class,
          Character.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          Number.class,
          BigDecimal.class,
          BigInteger.class,
          Year.class,
          Optional.class,
          OptionalInt.class,
          OptionalLong.class,
          OptionalDouble.class);

  private SupportedTypes() {}

  /** Adds a violation where the type, or one it is made of, cannot be an argument. */
  static void check(Type type, String path, String what, Violations violations) {
    check(type, path, what, violations, new HashSet<>());
  }

  private static void check(
      Type type, String path, String what, Violations violations, Set<Type> seen) {
    if (!seen.add(type)) {
      return;
    }
    switch (type) {
      case ParameterizedType parameterized -> {
        check(parameterized.getRawType(), path, what, violations, seen);
        for (Type argument : parameterized.getActualTypeArguments()) {
          check(argument, path, what, violations, seen);
        }
      }
      case GenericArrayType array ->
          check(array.getGenericComponentType(), path, what, violations, seen);
      case Class<?> raw -> {
        if (!isSupported(raw)) {
          violations.add(
              path,
              "type",
              what + " has the type " + raw.getName() + ", which a model cannot be asked for");
        } else if (raw.isArray()) {
          check(raw.getComponentType(), path, what, violations, seen);
        } else if (raw.isRecord()) {
          for (RecordComponent component : raw.getRecordComponents()) {
            String within = what + "." + component.getName();
            check(component.getGenericType(), path, within, violations, seen);
          }
        }
      }
      default ->
          violations.add(path, "type", what + " has the open type " + type + "; name a class");
    }
  }

  private static boolean isSupported(Class<?> raw) {
    if (raw.isPrimitive()) {
      return raw != void.class;
    }
    if (raw.isArray() || raw.isEnum() || OTHERS.contains(raw) || TEXTS.containsKey(raw)) {
      return true;
    }
    if (Collection.class.isAssignableFrom(raw)
        || Map.class.isAssignableFrom(raw)
        || JsonNode.class.isAssignableFrom(raw)) {
      return true;
    }
    if (raw.getName().startsWith("java.")
        || raw.getName().startsWith("javax.")
        || raw.isAnnotation()) {
      return false;
    }
    boolean isAbstract = raw.isInterface() || Modifier.isAbstract(raw.getModifiers());
    return !Displayable.class.isAssignableFrom(raw) && (!isAbstract || isPolymorphic(raw));
  }

  private static boolean isPolymorphic(Class<?> raw) {
    return raw.isAnnotationPresent(JsonTypeInfo.class)
        || raw.isAnnotationPresent(JsonDeserialize.class);
  }

  private static Map.Entry<Class<?>, TextForm> text(Class<?> type, String format) {
    return Map.entry(type, new TextForm("format", format));
  }

  /** How a text is described; an empty format says nothing. */
  record TextForm(String formatKeyword, String format) {}
}
