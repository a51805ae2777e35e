package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violation;
import dev.adk4j.error.Violations;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The named values a primitive is made of, from a builder, a map or a JSON object. Each reading
 * method checks and converts one field; where it cannot, it notes a violation and gives a stand-in.
 * {@link #done()} then throws everything at once, so a stand-in never leaves a constructor.
 */
final class Fields {

  private static final Object ABSENT = new Object();

  private final AdkErrorCode code;
  private final Decoding decoding;
  private final Map<String, @Nullable Object> values;
  private final Violations violations = new Violations();

  /** Null where no name can be unknown. */
  private final @Nullable Set<String> read;

  /** Made with the first failure: most records have none. */
  private Set<String> failed = Set.of();

  private Fields(
      AdkErrorCode code,
      Decoding decoding,
      Map<String, @Nullable Object> values,
      @Nullable Set<String> read) {
    this.code = code;
    this.decoding = decoding;
    this.values = values;
    this.read = read;
  }

  /** A builder's own values, which are only read: absent where they are null, and all known. */
  static Fields typed(AdkErrorCode code, Map<String, @Nullable Object> values) {
    return new Fields(code, Decoding.LIVE, values, null);
  }

  /** The entries of a map or of a JSON object; anything else is refused at once. */
  static Fields of(AdkErrorCode code, @Nullable Object source, Decoding decoding) {
    Fields fields = new Fields(code, decoding, new LinkedHashMap<>(), new HashSet<>());
    fields.fill(source);
    return fields;
  }

  private void fill(@Nullable Object source) {
    switch (source) {
      case JsonValue json when json.isObject() -> fill(json.node());
      case JsonNode node when node.isObject() ->
          node.properties().forEach(e -> values.put(e.getKey(), e.getValue()));
      case Map<?, ?> map -> {
        try {
          map.forEach(this::fill);
        } catch (RuntimeException e) {
          throw new AdkException(code, code.meaning() + " The map could not be read.", e);
        }
      }
      case null, default -> violations.add("$", "type", "must be an object").throwIfAny(code);
    }
  }

  private void fill(@Nullable Object key, @Nullable Object value) {
    if (key instanceof String name) {
      values.put(name, value);
    } else {
      violations.add("$", "key", "has a key that is not text");
    }
  }

  Decoding decoding() {
    return decoding;
  }

  // -- what went wrong

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

  /** Whether nothing is wrong with the field so far. */
  boolean sound(String name) {
    return !failed.contains(name);
  }

  /** Throws what was found, unknown fields included. */
  void done() {
    for (String name : unread()) {
      violations.add(Violation.member("$", name), "unknown", "is not a known field");
    }
    violations.throwIfAny(code);
  }

  // -- presence

  /** The fields that nothing has asked for yet. */
  List<String> unread() {
    Set<String> known = read;
    return known == null
        ? List.of()
        : values.keySet().stream().filter(name -> !known.contains(name)).toList();
  }

  boolean isPresent(String name) {
    return values.containsKey(name);
  }

  /** The raw value; null where it is absent, null, or JSON's null. */
  @Nullable Object raw(String name) {
    if (read != null) {
      read.add(name);
    }
    return Untyped.plain(values.get(name));
  }

  /** The raw value of a field that may be left out but not be null. */
  private @Nullable Object optional(String name) {
    Object value = raw(name);
    if (value == null && isPresent(name)) {
      fail(name, "null", "must not be null; leave the field out instead");
    }
    return value;
  }

  private Object required(String name) {
    Object value = raw(name);
    if (value == null) {
      fail(name, "required", isPresent(name) ? "must not be null" : "is required");
      return ABSENT;
    }
    return value;
  }

  // -- kinds of values

  String text(String name) {
    Object value = required(name);
    return value == ABSENT ? "" : text(name, value);
  }

  @Nullable String optionalText(String name) {
    Object value = optional(name);
    return value == null ? null : text(name, value);
  }

  private String text(String name, Object value) {
    if (!(value instanceof String text)) {
      fail(name, "type", "must be text");
      return "";
    }
    check(!text.isEmpty(), name, "empty", "must not be empty");
    return text;
  }

  Tokenizable tokenizable(String name) {
    Object value = required(name);
    return value == ABSENT ? Tokenizable.of("") : tokenizable(name, value, false);
  }

  @Nullable Tokenizable optionalTokenizable(String name) {
    return optionalTokenizable(name, false);
  }

  @Nullable Tokenizable optionalTokenizable(String name, boolean emptyable) {
    Object value = optional(name);
    return value == null ? null : tokenizable(name, value, emptyable);
  }

  Tokenizable tokenizable(String name, Object value, boolean emptyable) {
    if (value instanceof Tokenizable given) {
      return given;
    }
    if (!(value instanceof String text)) {
      fail(name, "type", "must be text");
      return Tokenizable.of("");
    }
    check(!text.isEmpty() || emptyable || decoding.snapshot(), name, "empty", "must not be empty");
    return Tokenizable.of(text);
  }

  <E extends Enum<E> & Wire> E constant(String name, Class<E> type) {
    Object value = required(name);
    E constant =
        type.isInstance(value)
            ? type.cast(value)
            : value instanceof String wire ? Wire.find(type, wire) : null;
    if (constant == null && value != ABSENT) {
      fail(name, "enum", Wire.mustBe(type));
    }
    return constant != null ? constant : type.getEnumConstants()[0];
  }

  /** From 0 to 1, both included. */
  double share(String name) {
    Object value = required(name);
    return value == ABSENT ? 0 : share(name, value);
  }

  @Nullable Double optionalShare(String name) {
    Object value = optional(name);
    return value == null ? null : share(name, value);
  }

  private double share(String name, Object value) {
    Double number = Untyped.number(value);
    if (number == null) {
      fail(name, "type", "must be a number");
      return 0;
    }
    check(number >= 0 && number <= 1, name, "range", "must be from 0 to 1");
    // Also turns -0 into 0, which JSON text would lose.
    return number + 0.0;
  }

  boolean flag(String name) {
    Object value = required(name);
    return value != ABSENT && flag(name, value);
  }

  boolean flag(String name, boolean fallback) {
    Object value = optional(name);
    return value == null ? fallback : flag(name, value);
  }

  private boolean flag(String name, Object value) {
    Boolean flag = Untyped.flag(value);
    check(flag != null, name, "type", "must be true or false");
    return flag != null && flag;
  }

  Instant instant(String name) {
    Object value = required(name);
    if (value == ABSENT) {
      return Instant.EPOCH;
    }
    Instant instant = Instants.parse(value);
    check(
        instant != null,
        name,
        "date",
        "must be an ISO-8601 date and time, or milliseconds since 1970");
    return instant == null ? Instant.EPOCH : instant;
  }

  /** Any JSON value; null where it is absent or null. */
  @Nullable JsonValue json(String name) {
    Object value = raw(name);
    return value == null ? null : nested(name, () -> JsonValue.of(value), JsonValue.of(""));
  }

  /**
   * @param fallback a text of the library's own
   */
  Identity identity(String name, String fallback) {
    Object value = optional(name);
    if (value == null) {
      return Identity.known(fallback);
    }
    if (value instanceof String) {
      String text = text(name, value);
      return text.isEmpty() ? Identity.known(fallback) : Identity.of(text);
    }
    return value instanceof Identity identity
        ? identity
        : nested(name, () -> Identity.read(value, decoding), Identity.known(fallback));
  }

  /** A value with a validation of its own; what is wrong with it is noted under this field. */
  <T> T nested(String name, Supplier<T> reading, T standIn) {
    try {
      return reading.get();
    } catch (AdkException e) {
      failed(name);
      Untyped.note(violations, path(name), e);
      return standIn;
    }
  }

  /** A required value that one of several forms fits. */
  <T> T required(String name, Function<Object, @Nullable T> forms, T standIn, String accepted) {
    Object value = required(name);
    if (value == ABSENT) {
      return standIn;
    }
    T result = nested(name, () -> forms.apply(value), standIn);
    if (result == null) {
      fail(name, "type", "must be " + accepted);
      return standIn;
    }
    return result;
  }

  private static String path(String name) {
    return name.isEmpty() ? "$" : Violation.member("$", name);
  }
}
