package dev.adk4j.bytes;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads lines of text from an in-memory array, which must not be changed. Thread-safe.
 *
 * @param lines always "streaming": the array is the source, so nothing is loaded twice
 */
@SuppressWarnings("ArrayRecordComponent")
record InMemorySpoolReader(byte[] bytes, StreamSpoolReader lines) implements SpoolReader {

  static final String TAG = "spool:in-memory";

  InMemorySpoolReader(byte[] bytes) {
    this(
        bytes,
        StreamSpoolReader.over(StreamSpoolReader.Source.of(bytes))
            .streamThreshold(0)
            .byteLength(bytes.length)
            .build());
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
  public Optional<String> line(long index) throws IOException {
    return lines.line(index);
  }

  @Override
  public LineCursor lines(long from) throws IOException {
    return lines.lines(from);
  }

  @Override
  public long byteLength() {
    return bytes.length;
  }

  @Override
  public long lineCount() throws IOException {
    return lines.lineCount();
  }

  @Override
  public String readAll() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public Reader open() throws IOException {
    return lines.open();
  }

  /** Stores the content as text, or as base64 if it is not UTF-8 and text would lose bytes. */
  @Override
  public Optional<ReaderDescriptor> describe() {
    ObjectNode locator = Json.mapper().createObjectNode();
    String content = new String(bytes, StandardCharsets.UTF_8);
    if (Arrays.equals(content.getBytes(StandardCharsets.UTF_8), bytes)) {
      locator.put("content", content);
    } else {
      locator.put("contentBase64", Base64.getEncoder().encodeToString(bytes));
    }
    return Optional.of(new ReaderDescriptor(TAG, JsonValue.of(locator)));
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "InMemorySpoolReader[" + bytes.length + " bytes]";
  }
}
