package dev.adk4j.value;

import dev.adk4j.error.AdkException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.deser.std.StdDeserializer;

/** Reads a value with the library's own exact mapper, regardless of the caller's settings. */
final class JsonValueDeserializer extends StdDeserializer<JsonValue> {

  private static final ObjectReader TREES =
      Json.mapper()
          .readerFor(JsonNode.class)
          .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  JsonValueDeserializer() {
    super(JsonValue.class);
  }

  @Override
  public JsonValue deserialize(JsonParser parser, DeserializationContext context) {
    JsonNode tree = TREES.readValue(parser);
    try {
      return JsonValue.of(tree);
    } catch (AdkException e) {
      // Jackson's own exception type, so that a web layer responds with 400.
      throw context.instantiationException(JsonValue.class, e);
    }
  }
}
