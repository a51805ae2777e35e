package dev.adk4j.bytes;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Bytes that can be read again from any position: a file, a chunked database row, an object in a
 * bucket. Safe for concurrent use; every stream is independent.
 */
@FunctionalInterface
public interface RangeSource {

  /**
   * A new stream from the byte at {@code offset} to the end; the caller closes it. At or past the
   * end the stream is empty.
   */
  InputStream open(long offset) throws IOException;

  /** The bytes of an array, which is not copied and must not be changed. */
  static RangeSource of(byte[] bytes) {
    return offset -> {
      int from = (int) Math.min(offset, bytes.length);
      return new ByteArrayInputStream(bytes, from, bytes.length - from);
    };
  }

  /** A source that can only be opened at its start: each open skips to the offset. */
  static RangeSource skipping(ConduitBytes.StreamSource source) {
    return offset -> {
      InputStream in = source.open();
      try {
        in.skipNBytes(offset);
      } catch (EOFException pastTheEnd) {
        in.close();
        return InputStream.nullInputStream();
      } catch (IOException | RuntimeException e) {
        in.close();
        throw e;
      }
      return in;
    };
  }
}
