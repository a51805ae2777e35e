package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A constant with a fixed text in JSON. */
interface Wire {

  /** Returns the text in JSON. */
  String wire();

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
