package dev.adk4j.primitive;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import java.util.function.Function;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.deser.std.StdDeserializer;

/**
 * Reads a tree, by the library's own strict mapper whatever the caller's is set to, and makes a
 * value of it.
 */
final class DisplayDeserializer<T> extends StdDeserializer<T> {

  private static final ObjectReader TREES =
      Json.mapper()
          .readerFor(JsonNode.class)
          .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final Class<T> type;
  private final Function<JsonNode, T> reading;

  DisplayDeserializer(Class<T> type, Function<JsonNode, T> reading) {
    super(type);
    this.type = type;
    this.reading = reading;
  }

  @Override
  public T deserialize(JsonParser parser, DeserializationContext context) {
    JsonNode tree = TREES.readValue(parser);
    try {
      return reading.apply(tree);
    } catch (AdkException e) {
      // Jackson's own kind of error, so that a web layer answers with 400.
      throw context.instantiationException(type, e);
    }
  }
}
