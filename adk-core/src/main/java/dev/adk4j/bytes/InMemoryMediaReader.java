package dev.adk4j.bytes;

import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Base64;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.node.ObjectNode;

/** Bytes in memory. Its descriptor holds all of them as base64. Safe for concurrent use. */
public final class InMemoryMediaReader implements MediaReader {

  /** The tag of its descriptor. */
  public static final String TAG = "media:in-memory";

  private final byte[] bytes;

  /** The bytes, copied. */
  public InMemoryMediaReader(byte[] bytes) {
    this(new Owned(bytes.clone()));
  }

  private InMemoryMediaReader(Owned owned) {
    this.bytes = owned.bytes;
  }

  /** Over bytes that nobody changes any more. */
  static InMemoryMediaReader sharing(byte[] bytes) {
    return new InMemoryMediaReader(new Owned(bytes));
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
    ObjectNode locator = Json.mapper().createObjectNode();
    locator.put("bytesBase64", Base64.getEncoder().encodeToString(bytes));
    return Optional.of(new ReaderDescriptor(TAG, JsonValue.of(locator)));
  }

  @SuppressWarnings("ArrayRecordComponent")
  private record Owned(byte[] bytes) {}
}
