package dev.adk4j.bytes;

import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Text lines over bytes in memory. Its descriptor holds the whole content. Safe for concurrent use.
 */
public final class InMemorySpoolReader implements SpoolReader {

  /** The tag of its descriptor. */
  public static final String TAG = "spool:in-memory";

  private final byte[] bytes;
  private final StreamSpoolReader lines;

  /** The UTF-8 bytes of the text. */
  public InMemorySpoolReader(String text) {
    this(new Owned(Utf8.encode(text)));
  }

  /** The bytes, copied, read as UTF-8. */
  public InMemorySpoolReader(byte[] bytes) {
    this(new Owned(bytes.clone()));
  }

  private InMemorySpoolReader(Owned owned) {
    this.bytes = owned.bytes;
    // Always "streaming": the array is the source, so nothing is loaded twice.
    this.lines =
        StreamSpoolReader.over(RangeSource.of(bytes))
            .streamThreshold(0)
            .byteLength(bytes.length)
            .build();
  }

  /** Over bytes that nobody changes any more. */
  static InMemorySpoolReader sharing(byte[] bytes) {
    return new InMemorySpoolReader(new Owned(bytes));
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
    return Utf8.decode(bytes);
  }

  @Override
  public Reader open() throws IOException {
    return lines.open();
  }

  /** The content as text, or as base64 where it is not UTF-8 and text would lose bytes. */
  @Override
  public Optional<ReaderDescriptor> describe() {
    ObjectNode locator = Json.mapper().createObjectNode();
    String content = Utf8.decode(bytes);
    if (Arrays.equals(Utf8.encode(content), bytes)) {
      locator.put("content", content);
    } else {
      locator.put("contentBase64", Base64.getEncoder().encodeToString(bytes));
    }
    return Optional.of(new ReaderDescriptor(TAG, JsonValue.of(locator)));
  }

  @SuppressWarnings("ArrayRecordComponent")
  private record Owned(byte[] bytes) {}
}
