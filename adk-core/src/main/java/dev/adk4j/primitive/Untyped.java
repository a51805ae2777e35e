package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violation;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.Numbers;
import dev.adk4j.value.JsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Defines the only conversions of values from JSON and from untyped maps. */
final class Untyped {

  /** Beyond this limit, a double skips integers. */
  static final double LARGEST_SAFE = 9007199254740991.0;

  private static final int LONGEST_NUMBER = 400;
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d++(\\.\\d*+)?|\\.\\d++)([eE][+-]?\\d++)?");

  private Untyped() {}

  /** Converts JSON scalars to Java types; objects and arrays remain nodes. */
  static @Nullable Object plain(@Nullable Object value) {
    if (value instanceof JsonValue json) {
      return json.isObject() ? json : plain(json.node());
    }
    if (!(value instanceof JsonNode node)) {
      return value;
    }
    if (node.isString()) {
      return node.stringValue();
    }
    if (node.isNumber()) {
      return node.numberValue();
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    return node.isNull() || node.isMissingNode() ? null : node;
  }

  /**
   * Returns a finite number of safe magnitude, or a text that denotes one; null for any other
   * value.
   */
  static @Nullable Double number(@Nullable Object value) {
    Double number = null;
    if (value instanceof String text) {
      String digits = text.length() > LONGEST_NUMBER ? "" : text.strip();
      number = NUMBER.matcher(digits).matches() ? Double.valueOf(digits) : null;
    } else if (value instanceof Number given && Numbers.isPlain(given)) {
      number = given.doubleValue();
    }
    return number != null && Math.abs(number) <= LARGEST_SAFE ? number : null;
  }

  static @Nullable Boolean flag(Object value) {
    if (value instanceof Boolean flag) {
      return flag;
    }
    String text = value instanceof String s && s.length() <= 5 ? s.toLowerCase(Locale.ROOT) : "";
    return text.equals("true") ? Boolean.TRUE : text.equals("false") ? Boolean.FALSE : null;
  }

  /**
   * Returns the elements of a list, an array of objects or a JSON array; null for any other value.
   */
  static @Nullable List<? extends @Nullable Object> list(Object value) {
    return switch (value) {
      case JsonNode node when node.isArray() -> List.copyOf(node.values());
      case Collection<?> list -> elements(list);
      case Object[] array -> Arrays.asList(array.clone());
      default -> null;
    };
  }

  /** Returns true for a JSON object and for a map. */
  static boolean isObject(@Nullable Object value) {
    return value instanceof JsonNode node && node.isObject() || value instanceof Map<?, ?>;
  }

  /**
   * Reads the elements of a list and reports all violations together.
   *
   * @param item returns null for a value that is not an item
   */
  static <T> List<T> items(
      Object value,
      Decoding decoding,
      BiFunction<@Nullable Object, Decoding, @Nullable T> item,
      ErrorCode code) {
    Violations violations = new Violations();
    List<T> read = new ArrayList<>();
    List<? extends @Nullable Object> given = list(value);
    violations.check(given != null, "$", "type", "must be a list");
    for (int i = 0; given != null && i < given.size(); i++) {
      String path = Violation.element("$", i);
      try {
        T next = item.apply(given.get(i), decoding);
        if (next == null) {
          violations.add(path, "type", "must be a live instance; JSON needs a SnapshotCodec");
        } else {
          read.add(next);
        }
      } catch (AdkException e) {
        note(violations, path, e);
      }
    }
    violations.throwIfAny(code);
    return List.copyOf(read);
  }

  private static List<@Nullable Object> elements(Collection<?> list) {
    try {
      return Arrays.asList(list.toArray());
    } catch (RuntimeException e) {
      throw new AdkException(AdkErrorCode.VALIDATION_EXCEPTION, "The list could not be read.", e);
    }
  }

  /** Records a nested value's violations; rethrows an error that is not about the value itself. */
  static void note(Violations violations, String path, AdkException e) {
    ErrorCode code = e.errorCode();
    if (e.getCause() instanceof ValidationException nested) {
      violations.addAll(path, nested);
    } else if (code == AdkErrorCode.VALIDATION_EXCEPTION
        || code.name().startsWith("E_INVALID_INITIAL_")) {
      violations.add(path, "type", "is not accepted: " + e.getMessage());
    } else {
      throw e;
    }
  }
}
