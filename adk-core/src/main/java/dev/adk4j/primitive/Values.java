package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a builder was given so far; null takes a value away. */
final class Values {

  private final Map<String, @Nullable Object> given = new HashMap<>();

  void put(String name, @Nullable Object value) {
    if (value == null) {
      given.remove(name);
    } else {
      given.put(name, value);
    }
  }

  Fields fields(AdkErrorCode code) {
    return Fields.typed(code, given);
  }
}
