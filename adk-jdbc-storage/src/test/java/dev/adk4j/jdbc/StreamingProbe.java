package dev.adk4j.jdbc;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.LineCursor;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.loop.AgentContext;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** Writes and reads more bytes than this JVM's heap could hold. */
final class StreamingProbe {

  /** 64 bytes. */
  private static final byte[] LINE =
      "0123456789 abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXY\n"
          .getBytes(StandardCharsets.US_ASCII);

  private StreamingProbe() {}

  /** Address, user, password, mebibytes. */
  public static void main(String[] args) throws Exception {
    long size = Long.parseLong(args[3]) * 1024 * 1024;
    try (TestDatabase database = TestDatabase.open(args[0], args[1], args[2], 2).withTables()) {
      JdbcPersistentStorage storage = database.storage();
      AgentContext ctx = Turns.context();
      MediaReader media = storage.storeMediaBytes(ctx, "big", ByteSource.of(() -> new Lines(size)));
      check(media.byteLength().orElseThrow() == size, "length");
      try (InputStream in = media.open();
          InputStream expected = new Lines(size)) {
        check(crc(in) == crc(expected), "bytes");
      }
      SpoolReader text =
          storage.storeRetrievableBytes(ctx, "big", ByteSource.of(() -> new Lines(size)));
      long lines = size / LINE.length;
      check(text.lineCount() == lines + 1, "line count " + text.lineCount());
      check(text.line(lines - 1).orElseThrow().length() == LINE.length - 1, "last line");
      check(text.line(lines).orElseThrow().isEmpty(), "empty line after the last line feed");
      check(text.line(lines / 2).orElseThrow().startsWith("0123456789"), "a line in the middle");
      long read = 0;
      try (LineCursor cursor = text.lines(0)) {
        while (cursor.next() != null) {
          read++;
        }
      }
      check(read == lines + 1, "lines one after the other");
    }
    System.out.println("ok, heap of " + Runtime.getRuntime().maxMemory() / 1024 / 1024 + " MiB");
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  private static long crc(InputStream in) throws Exception {
    CRC32C crc = new CRC32C();
    byte[] buffer = new byte[32 * 1024];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      crc.update(buffer, 0, read);
    }
    return crc.getValue();
  }

  private static final class Lines extends InputStream {

    private final long size;
    private long at;

    Lines(long size) {
      this.size = size;
    }

    @Override
    public int read() {
      return at < size ? LINE[(int) at++ & 63] : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      if (at >= size) {
        return -1;
      }
      int count = (int) Math.min(length, size - at);
      for (int i = 0; i < count; i++) {
        target[offset + i] = LINE[(int) (at + i) & 63];
      }
      at += count;
      return count;
    }
  }
}
