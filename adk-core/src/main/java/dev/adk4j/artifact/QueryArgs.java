package dev.adk4j.artifact;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads arguments that have passed their schema. */
final class QueryArgs {

  private QueryArgs() {}

  static @Nullable Long integer(JsonNode args, String name) {
    JsonNode value = args.path(name);
    return value.isNumber() ? (Long) value.decimalValue().longValue() : null;
  }

  static long integer(JsonNode args, String name, long byDefault) {
    Long value = integer(args, name);
    return value == null ? byDefault : value;
  }

  static @Nullable String text(JsonNode args, String name) {
    JsonNode value = args.path(name);
    return value.isString() ? value.stringValue() : null;
  }

  static String text(JsonNode args, String name, String byDefault) {
    String value = text(args, name);
    return value == null ? byDefault : value;
  }
}
