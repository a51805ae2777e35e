package dev.adk4j.artifact.internal;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads arguments of a query that have passed their {@linkplain ArgsSchema schema}. */
public final class QueryArgs {

  private QueryArgs() {}

  /** Returns the integer, or null where the argument is absent or no number. */
  public static @Nullable Long integer(JsonNode args, String name) {
    JsonNode value = args.path(name);
    return value.isNumber() ? (Long) value.decimalValue().longValue() : null;
  }

  /** Returns the integer, or the default where the argument is absent or no number. */
  public static long integer(JsonNode args, String name, long byDefault) {
    Long value = integer(args, name);
    return value == null ? byDefault : value;
  }

  /** Returns the text, or null where the argument is absent or no text. */
  public static @Nullable String text(JsonNode args, String name) {
    JsonNode value = args.path(name);
    return value.isString() ? value.stringValue() : null;
  }

  /** Returns the text, or the default where the argument is absent or no text. */
  public static String text(JsonNode args, String name, String byDefault) {
    String value = text(args, name);
    return value == null ? byDefault : value;
  }
}
