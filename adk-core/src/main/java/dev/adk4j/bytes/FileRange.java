package dev.adk4j.bytes;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file's bytes, which fail rather than mix when the file is replaced between two reads.
 * Thread-safe.
 */
final class FileRange implements RangeSource {

  private final FileArea area;
  private final String key;
  private volatile FileArea.@Nullable FileVersion seen;

  FileRange(FileArea area, String key, FileArea.@Nullable FileVersion written) {
    this.area = area;
    this.key = key;
    this.seen = written;
  }

  @Override
  public InputStream open(long offset) throws IOException {
    InputStream in = area.open(key, offset);
    try {
      FileArea.FileVersion now = area.version(key);
      FileArea.FileVersion before = seen;
      if (before == null) {
        seen = now;
      } else if (!before.equals(now)) {
        throw new IOException(
            "The stored text was written again after this reader began; take a new reader from the"
                + " store.");
      }
      return in;
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }
}
