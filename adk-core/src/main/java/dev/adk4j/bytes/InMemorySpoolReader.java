package dev.adk4j.bytes;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Reads lines of text from an in-memory array, which must not be changed. Always streams: the array
 * is the source, so nothing is loaded twice. Thread-safe.
 */
final class InMemorySpoolReader extends StreamSpoolReader {

  static final String TAG = "spool:in-memory";

  private final byte[] bytes;

  InMemorySpoolReader(byte[] bytes) {
    super(over(Source.of(bytes)).streamThreshold(0).byteLength(bytes.length));
    this.bytes = bytes;
  }

  /** Returns the reader that a stored locator describes. */
  static SpoolReader of(JsonValue locator) {
    JsonNode node = locator.node();
    return node.path("content").isString()
        ? SpoolReader.of(node.path("content").stringValue())
        : new InMemorySpoolReader(base64(node.path("contentBase64")));
  }

  static byte[] base64(JsonNode text) {
    try {
      return Base64.getDecoder().decode(text.stringValue("?"));
    } catch (IllegalArgumentException e) {
      throw new AdkException(
          AdkErrorCode.E_READER_LOCATOR_INVALID,
          "The locator of an in-memory reader has no content, or the content is not base64.",
          e);
    }
  }

  @Override
  public long byteLength() {
    return bytes.length;
  }

  @Override
  public String readAll() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Stores the content as text, or as base64 if it is not UTF-8 and text would lose bytes. */
  @Override
  public Optional<ReaderDescriptor> describe() {
    String content = readAll();
    boolean isText = Arrays.equals(content.getBytes(StandardCharsets.UTF_8), bytes);
    Map<String, String> locator =
        isText
            ? Map.of("content", content)
            : Map.of("contentBase64", Base64.getEncoder().encodeToString(bytes));
    return Optional.of(new ReaderDescriptor(TAG, JsonValue.of(locator)));
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "InMemorySpoolReader[" + bytes.length + " bytes]";
  }
}
