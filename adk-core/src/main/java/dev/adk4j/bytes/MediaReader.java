package dev.adk4j.bytes;

import dev.adk4j.internal.NoJsonForm;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Provides lazy, re-openable access to binary content. Thread-safe: every {@link #open()} is
 * independent.
 *
 * @since 0.1.0
 */
@NoJsonForm
public interface MediaReader {

  /** Returns a reader of a copy of the bytes; its descriptor contains all of them as base64. */
  static MediaReader of(byte[] bytes) {
    return new InMemoryMediaReader(bytes.clone());
  }

  /** Opens a new stream over the same bytes for each call; the caller closes it. */
  InputStream open() throws IOException;

  /** Returns the number of bytes, or empty if it is unknown without reading. */
  default OptionalLong byteLength() throws IOException {
    return OptionalLong.empty();
  }

  /**
   * Returns the location of the bytes, or empty for a reader that cannot be stored. Does no I/O.
   */
  default Optional<ReaderDescriptor> describe() {
    return Optional.empty();
  }
}
