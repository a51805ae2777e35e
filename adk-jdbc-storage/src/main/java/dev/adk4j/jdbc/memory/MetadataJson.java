package dev.adk4j.jdbc.memory;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.internal.PlainMetadata;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Converts metadata to text and back. Numbers keep their types. */
final class MetadataJson {

  private MetadataJson() {}

  static String write(Map<String, @Nullable Object> metadata) {
    return TextEscape.escape(JsonValue.of(metadata).text());
  }

  static Map<String, @Nullable Object> read(String stored) {
    try {
      return PlainMetadata.mapFromJson(Json.read(TextEscape.unescape(stored)));
    } catch (JacksonException | IllegalArgumentException e) {
      throw new AdkException(
          AdkErrorCode.E_STORAGE_CORRUPT, "The metadata of a memory row is not valid JSON.", e);
    }
  }
}
