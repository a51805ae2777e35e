package dev.adk4j.bytes;

import dev.adk4j.internal.Surrogates;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Content for a byte store or a storage callback: text, bytes, or a stream. */
public sealed interface ByteSource {

  /** Returns text, stored as UTF-8; half of a surrogate pair becomes U+FFFD. */
  static ByteSource of(String text) {
    return new Text(text);
  }

  /** Returns a copy of the bytes, stored verbatim. */
  static ByteSource of(byte[] bytes) {
    return new Bytes(bytes.clone());
  }

  /** Returns a stream, stored verbatim; the storing component opens, reads and closes it, once. */
  static ByteSource of(StreamSource source) {
    return new Stream(source);
  }

  /** Opens the content as bytes; the caller closes it. */
  InputStream open() throws IOException;

  record Text(String text) implements ByteSource {
    public Text {
      Objects.requireNonNull(text, "text");
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(Surrogates.replaced(text).getBytes(StandardCharsets.UTF_8));
    }

    /** Omits the content. */
    @Override
    public String toString() {
      return "Text[]";
    }
  }

  /** Never changes its array; {@link #bytes()} is not a copy. */
  @SuppressWarnings("ArrayRecordComponent")
  record Bytes(byte[] bytes) implements ByteSource {
    public Bytes {
      Objects.requireNonNull(bytes, "bytes");
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(bytes);
    }
  }

  record Stream(StreamSource source) implements ByteSource {
    public Stream {
      Objects.requireNonNull(source, "source");
    }

    @Override
    public InputStream open() throws IOException {
      return source.open();
    }
  }

  /** Opens a stream. */
  @FunctionalInterface
  interface StreamSource {
    InputStream open() throws IOException;
  }
}
