package dev.adk4j.value;

import dev.adk4j.internal.HeapShare;
import dev.adk4j.internal.JsonBinding;
import dev.adk4j.internal.Surrogates;
import java.io.Writer;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * The library's own JSON mapper: reads values exactly or not at all, without polymorphic types.
 * Rejects text whose tree would take more than an eighth of the heap, and an object without
 * properties instead of writing it as an empty one. Thread-safe.
 */
public final class Json {

  /** Approximate memory of a token in a tree: a member of an object, an element of an array. */
  private static final int BYTES_PER_TOKEN = 80;

  private static final JsonMapper MAPPER =
      JsonBinding.exact(
              JsonMapper.builder(JsonFactory.builder().streamReadConstraints(readLimits()).build()))
          .enable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .addModule(new SimpleModule("adk").setSerializerModifier(new EmptyBeans()))
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
   * Returns the limits for reading external JSON into a tree: the default ones for depth, names and
   * numbers; for texts and the number of tokens, limits by the size of the heap.
   */
  public static StreamReadConstraints readLimits() {
    StreamReadConstraints usual = StreamReadConstraints.defaults();
    return usual
        .rebuild()
        .maxTokenCount(HeapShare.of(8 * BYTES_PER_TOKEN, Long.MAX_VALUE))
        .maxStringLength((int) HeapShare.of(32, usual.getMaxStringLength()))
        .build();
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
      // The parser throws this for an exponent beyond a BigDecimal's range.
      throw new StreamReadException(null, "contains a number that is out of range", e);
    }
    if (node == null || node.isMissingNode()) {
      throw new StreamReadException(null, "The text contains no JSON value");
    }
    return node;
  }

  /**
   * Returns compact, well-formed Unicode text for any value: an unpaired surrogate is written as
   * its JSON escape.
   *
   * @param value a tree, a map, a record or any other value that the mapper writes
   */
  public static String write(Object value) {
    return Surrogates.escaped(MAPPER.writeValueAsString(value));
  }

  /** Writes the same text in pieces; no piece ends inside a character. Closes nothing. */
  public static void write(Object value, Writer out) {
    MAPPER.writeValue(new WellFormedWriter(out), value);
  }
}
