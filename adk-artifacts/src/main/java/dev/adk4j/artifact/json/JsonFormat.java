package dev.adk4j.artifact.json;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.util.Locale;

/** Format of JSON values in a text. */
public enum JsonFormat {
  /** One strict JSON value. */
  JSON,
  /** One JSON5 value: comments, unquoted names, trailing commas and more. */
  JSON5,
  /** A strict JSON value on each line that is not blank. */
  JSONL,
  /** Another name of {@link #JSONL}. */
  NDJSON;

  /** Returns the name in stored records and query results. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the format of that name; throws {@code VALIDATION_EXCEPTION} if there is none. */
  public static JsonFormat of(String id) {
    for (JsonFormat format : values()) {
      if (format.id().equals(id)) {
        return format;
      }
    }
    throw new AdkException(
        AdkErrorCode.VALIDATION_EXCEPTION,
        "A JSON artifact's format must be json, json5, jsonl or ndjson.");
  }

  boolean byLine() {
    return this == JSONL || this == NDJSON;
  }
}
