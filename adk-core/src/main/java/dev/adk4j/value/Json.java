package dev.adk4j.value;

import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The library's own JSON mapper: strict, exact about numbers, without polymorphic types.
 * Thread-safe.
 */
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

  /**
   * Reads exactly one value; duplicate keys, trailing text and empty text are errors (a {@code
   * JacksonException}).
   */
  public static JsonNode read(String json) {
    JsonNode node;
    try {
      node = MAPPER.readTree(json);
    } catch (NumberFormatException | ArithmeticException e) {
      // An exponent beyond what a BigDecimal holds escapes from the parser as it is.
      throw new StreamReadException(null, "The text holds a number that is out of range", e);
    }
    if (node == null || node.isMissingNode()) {
      throw new StreamReadException(null, "The text holds no JSON value");
    }
    return node;
  }

  /**
   * Compact text, well-formed Unicode whatever the tree holds: an unpaired surrogate is written as
   * its JSON escape.
   */
  public static String write(JsonNode node) {
    String text = MAPPER.writeValueAsString(node);
    int lone = Surrogates.firstLone(text, 0);
    return lone < 0 ? text : Surrogates.escapeLone(text, lone);
  }
}
