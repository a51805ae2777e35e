package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.error.Violation;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.Numbers;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Validates the fields of a primitive under construction and collects all violations. Each method
 * returns the valid value, or a stand-in for an invalid one; {@link #done()} throws before a
 * stand-in can leave the constructor. A field that failed before gets no second violation.
 */
class Checks {

  private static final JsonValue NONE = JsonValue.of(Map.of());

  final Decoding decoding;
  final Violations violations = new Violations();
  private final ErrorCode code;

  /** Created with the first failure: most records have none. */
  private Set<String> failed = Set.of();

  /** Validates the fields of a builder. */
  Checks(ErrorCode code) {
    this(code, Decoding.LIVE);
  }

  Checks(ErrorCode code, Decoding decoding) {
    this.code = code;
    this.decoding = decoding;
  }

  void fail(String name, String rule, String message) {
    failed(name);
    violations.add(path(name), rule, message);
  }

  private void failed(String name) {
    if (failed.isEmpty()) {
      failed = new HashSet<>();
    }
    failed.add(name);
  }

  void check(boolean holds, String name, String rule, String message) {
    if (!holds) {
      fail(name, rule, message);
    }
  }

  /** Returns true if the field has no violation. */
  boolean sound(String name) {
    return !failed.contains(name);
  }

  /** Throws all violations; returns if there are none. */
  void done() {
    violations.throwIfAny(code);
  }

  <T> T required(String name, @Nullable T value, T standIn) {
    if (value != null) {
      return value;
    }
    check(!sound(name), name, "required", "is required");
    return standIn;
  }

  String text(String name, @Nullable String value) {
    String text = required(name, value, "?");
    optionalText(name, text);
    return text;
  }

  @Nullable String optionalText(String name, @Nullable String value) {
    check(value == null || !value.isEmpty(), name, "empty", "must not be empty");
    return value;
  }

  /** Checks a required number from 0 to 1, both included. */
  double share(String name, @Nullable Double value) {
    if (value == null) {
      required(name, null, "");
      return 0;
    }
    check(value >= 0 && value <= 1, name, "range", "must be from 0 to 1");
    // Also turns -0 into 0, which JSON text would lose.
    return value + 0.0;
  }

  @Nullable Double optionalShare(String name, @Nullable Double value) {
    return value == null ? null : (Double) share(name, value);
  }

  /** Reads a required point in time in one of the forms that {@link Instants} knows. */
  Instant instant(String name, @Nullable Object value) {
    Instant instant = Instants.parse(required(name, value, Instant.EPOCH));
    check(
        instant != null,
        name,
        "date",
        "must be an ISO-8601 date and time, or milliseconds since 1970");
    return instant == null ? Instant.EPOCH : instant;
  }

  /** Reads a required text, or accepts a {@link Tokenizable}. */
  Tokenizable tokenizable(String name, @Nullable Object value) {
    Tokenizable text = tokenizable(name, required(name, value, "?"), false);
    return text == null ? Tokenizable.of("") : text;
  }

  /**
   * Reads a text, or accepts a {@link Tokenizable}.
   *
   * @param emptyable accepts an empty text outside of a {@code Tokenizable}
   */
  @Nullable Tokenizable tokenizable(String name, @Nullable Object value, boolean emptyable) {
    if (value == null || value instanceof Tokenizable) {
      return (Tokenizable) value;
    }
    if (!(value instanceof String text)) {
      fail(name, "type", "must be text");
      return null;
    }
    check(!text.isEmpty() || emptyable || decoding.snapshot(), name, "empty", "must not be empty");
    return Tokenizable.of(text);
  }

  /** Returns an unmodifiable list; empty if the field is absent. */
  List<Media> media(String name, @Nullable Object value) {
    return value == null
        ? List.of()
        : nested(
            name,
            () -> Untyped.items(value, decoding, Media::item, AdkErrorCode.VALIDATION_EXCEPTION),
            List.of());
  }

  /** Reads any JSON value; both null and the JSON null mean none. */
  @Nullable JsonValue json(String name, @Nullable Object value) {
    Object given = Untyped.plain(value);
    return given == null ? null : nested(name, () -> JsonValue.of(given), JsonValue.of(""));
  }

  /** Reads a required JSON object, also as a map or as text. */
  JsonValue object(String name, @Nullable Object value) {
    return form(name, value, Checks::object, NONE, "a JSON object, or text that parses to one");
  }

  private static @Nullable JsonValue object(Object value) {
    JsonValue object =
        switch (value) {
          case JsonValue json -> json;
          case JsonNode node -> JsonValue.of(node);
          case Map<?, ?> map -> JsonValue.of((Object) map);
          case String text -> JsonValue.parse(text);
          default -> null;
        };
    Violations.require(object == null || object.isObject(), "$", "type", "must be a JSON object");
    return object;
  }

  /** Reads the tag of a payload's vendor format, which a payload requires. */
  @Nullable String replayCompatibility(@Nullable String tag, @Nullable JsonValue payload) {
    String name = "replayCompatibility";
    optionalText(name, tag);
    boolean needed = payload != null && tag == null && sound(name);
    check(!needed, name, "required", "is required with a payload");
    return tag;
  }

  /**
   * Reads an identity, or one text for both of its fields.
   *
   * @param fallback a text of the library's own
   */
  Identity identity(String name, @Nullable Object value, String fallback) {
    return switch (value) {
      case null -> Identity.known(fallback);
      case Identity identity -> identity;
      case String text when text.isEmpty() -> {
        optionalText(name, text);
        yield Identity.known(fallback);
      }
      default -> nested(name, () -> Identity.read(value, decoding), Identity.known(fallback));
    };
  }

  /** Reads a value that validates itself; its violations are added under this field's path. */
  <T> T nested(String name, Supplier<T> reading, T standIn) {
    try {
      return reading.get();
    } catch (AdkException e) {
      failed(name);
      Untyped.note(violations, path(name), e);
      return standIn;
    }
  }

  /**
   * Reads a required value that has several accepted forms.
   *
   * @param forms returns null for an unsupported value
   * @param accepted names the forms in the violation
   */
  <T> T form(
      String name,
      @Nullable Object value,
      Function<Object, @Nullable T> forms,
      T standIn,
      String accepted) {
    if (value == null) {
      return required(name, null, standIn);
    }
    T result = nested(name, () -> forms.apply(value), standIn);
    check(result != null, name, "type", "must be " + accepted);
    return result == null ? standIn : result;
  }

  /** Reads the key of an identity; null if it is neither text nor a number. */
  @Nullable Object identifier(Object value) {
    if (value instanceof String text) {
      check(!text.isEmpty(), "identifier", "empty", "must not be empty");
      return text;
    }
    if (!(value instanceof Number)) {
      return null;
    }
    Double number = Numbers.isPlain(value) ? Untyped.number(value) : null;
    // A long just beyond the limit would be rounded to it.
    boolean safe =
        number != null && !(value instanceof Long l && Math.abs(l) > Untyped.LARGEST_SAFE);
    if (number == null || !safe) {
      fail(
          "identifier", "number", "must be finite and at most 2^53 - 1; write larger keys as text");
      return value;
    }
    return number == Math.rint(number) ? (Object) number.longValue() : number;
  }

  private static String path(String name) {
    return name.isEmpty() ? "$" : Violation.member("$", name);
  }
}
