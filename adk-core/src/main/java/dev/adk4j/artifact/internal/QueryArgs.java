package dev.adk4j.artifact.internal;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads arguments of a query that match their {@linkplain ArgsSchema schema}. */
public final class QueryArgs {

  private QueryArgs() {}

  /** Returns the integer, or null if the argument is absent or not a number. */
  public static @Nullable Long integer(JsonNode args, String name) {
    JsonNode value = args.path(name);
    return value.isNumber() ? (Long) value.decimalValue().longValue() : null;
  }

  /** Returns the integer, or the default if the argument is absent or not a number. */
  public static long integer(JsonNode args, String name, long byDefault) {
    Long value = integer(args, name);
    return value == null ? byDefault : value;
  }

  /** Returns the text, or null if the argument is absent or not a text. */
  public static @Nullable String text(JsonNode args, String name) {
    JsonNode value = args.path(name);
    return value.isString() ? value.stringValue() : null;
  }

  /** Returns the text, or the default if the argument is absent or not a text. */
  public static String text(JsonNode args, String name, String byDefault) {
    String value = text(args, name);
    return value == null ? byDefault : value;
  }
}
