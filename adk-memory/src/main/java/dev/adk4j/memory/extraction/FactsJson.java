package dev.adk4j.memory.extraction;

import dev.adk4j.error.AdkException;
import dev.adk4j.memory.internal.Metadata;
import dev.adk4j.memory.store.Extractor;
import dev.adk4j.value.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads facts from the JSON array in a model's answer. */
final class FactsJson {

  private FactsJson() {}

  /**
   * Returns the usable elements of the array between the first opening and the last closing
   * bracket, or null if there is no readable array.
   */
  static @Nullable List<Extractor.ExtractedFact> read(String answer) {
    int from = answer.indexOf('[');
    int to = answer.lastIndexOf(']');
    if (from < 0 || to < from) {
      return null;
    }
    JsonNode array;
    try {
      array = Json.read(answer.substring(from, to + 1));
    } catch (JacksonException e) {
      return null;
    }
    return array.valueStream().flatMap(element -> fact(element).stream()).toList();
  }

  private static Optional<Extractor.ExtractedFact> fact(JsonNode element) {
    JsonNode content = element.path("content");
    return content.isString() && !content.stringValue().isBlank()
        ? Optional.of(
            new Extractor.ExtractedFact(
                content.stringValue().strip(), metadata(element.path("metadata"))))
        : Optional.empty();
  }

  private static Map<String, @Nullable Object> metadata(JsonNode node) {
    if (!node.isObject()) {
      return Map.of();
    }
    try {
      return Metadata.copy(Json.mapper().convertValue(node, Map.class));
    } catch (JacksonException | AdkException e) {
      return Map.of();
    }
  }
}
