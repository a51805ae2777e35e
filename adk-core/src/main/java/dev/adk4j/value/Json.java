package dev.adk4j.value;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.cfg.JsonNodeFeature;

/** The library's own JSON mapper: strict, exact about numbers, without polymorphic types. Thread-safe. */
public final class Json {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private Json() {}

  public static JsonMapper mapper() {
    return MAPPER;
  }

  /** Reads exactly one value; duplicate keys and trailing text are errors. */
  public static JsonNode read(String json) {
    return MAPPER.readTree(json);
  }

  public static String write(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }
}
