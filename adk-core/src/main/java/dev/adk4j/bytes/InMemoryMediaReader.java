package dev.adk4j.bytes;

import dev.adk4j.value.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads an in-memory array, which must not be changed. Thread-safe. */
@SuppressWarnings("ArrayRecordComponent")
record InMemoryMediaReader(byte[] bytes) implements MediaReader {

  static final String TAG = "media:in-memory";

  /** Returns the reader that a stored locator describes. */
  static MediaReader of(JsonValue locator) {
    return new InMemoryMediaReader(InMemorySpoolReader.base64(locator.node().path("bytesBase64")));
  }

  @Override
  public InputStream open() {
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public OptionalLong byteLength() {
    return OptionalLong.of(bytes.length);
  }

  @Override
  public Optional<ReaderDescriptor> describe() {
    String content = Base64.getEncoder().encodeToString(bytes);
    return Optional.of(new ReaderDescriptor(TAG, JsonValue.of(Map.of("bytesBase64", content))));
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "InMemoryMediaReader[" + bytes.length + " bytes]";
  }
}
