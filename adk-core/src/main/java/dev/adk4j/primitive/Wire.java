package dev.adk4j.primitive;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A constant whose text in JSON is its name in lower case, with hyphens. */
interface Wire {

  String name();

  /** Returns the text in JSON. */
  @JsonValue
  default String wire() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static <E extends Enum<E> & Wire> @Nullable E find(Class<E> type, String wire) {
    for (E constant : type.getEnumConstants()) {
      if (constant.wire().equals(wire)) {
        return constant;
      }
    }
    return null;
  }

  static <E extends Enum<E> & Wire> E require(Class<E> type, @Nullable String wire) {
    E constant = wire == null ? null : find(type, wire);
    if (constant == null) {
      throw new Violations()
          .add("$", "enum", mustBe(type))
          .asException(AdkErrorCode.VALIDATION_EXCEPTION);
    }
    return constant;
  }

  static <E extends Enum<E> & Wire> String mustBe(Class<E> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(Wire::wire)
        .collect(Collectors.joining(", ", "must be one of ", ""));
  }
}
