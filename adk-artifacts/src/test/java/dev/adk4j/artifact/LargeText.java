package dev.adk4j.artifact;

import dev.adk4j.artifact.json.JsonFormat;
import dev.adk4j.artifact.json.SpooledJsonArtifact;
import dev.adk4j.artifact.markdown.SpooledMarkdownArtifact;
import dev.adk4j.bytes.SpoolReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Run in a JVM of its own with a small heap: writes and queries a text that would never fit into
 * it.
 */
final class LargeText {

  private LargeText() {}

  /** Directory and MiB. */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    long lines = Long.parseLong(args[1]) * 1024 * 1024 / 64;
    long start = System.nanoTime();
    SpoolReader fresh = TextFile.write(directory.resolve("large"), new Lines(lines));
    start = lap("write", start);
    queries(fresh, lines, start);

    start = System.nanoTime();
    SpooledJsonArtifact json = new SpooledJsonArtifact(fresh);
    expect(JsonFormat.JSONL, json.jsonType());
    expect(1, json.jsonFilter("$[?(@.line == " + (lines - 2) + ")]").size());
    start = lap("jsonType + jsonFilter", start);
    expect(0, new SpooledMarkdownArtifact(fresh).mdHeadings().size());
    lap("mdHeadings", start);
    System.out.println(
        "passed with a heap of " + Runtime.getRuntime().maxMemory() / 1024 / 1024 + " MiB");
  }

  private static void queries(SpoolReader reader, long lines, long started) throws IOException {
    SpooledArtifact artifact = new SpooledArtifact(reader);
    long start = started;
    expect(lines * 64, artifact.byteLength());
    expect(lines + 1, artifact.lineCount());
    start = lap("lineCount", start);
    expect(List.of(line(0), line(1)), artifact.head(2));
    start = lap("head", start);
    expect(List.of(line(lines - 1), ""), artifact.tail(2));
    start = lap("tail", start);
    expect(List.of(line(lines / 2)), artifact.cat(lines / 2, lines / 2 + 1));
    start = lap("cat", start);
    for (long i = 0; i < lines; i += lines / 50) {
      expect(line(i), reader.line(i).orElseThrow());
    }
    start = lap("line(i) 50 times", start);
    expect(List.of(line(lines - 1)), artifact.grep("\"line\":0*" + (lines - 1) + ",", ""));
    lap("grep", start);
  }

  private static long lap(String what, long start) {
    long now = System.nanoTime();
    System.out.println(what + ": " + (now - start) / 1_000_000 + " ms");
    return now;
  }

  private static void expect(Object expected, Object actual) {
    boolean same =
        expected instanceof Number e && actual instanceof Number a
            ? e.longValue() == a.longValue()
            : expected.equals(actual);
    if (!same) {
      throw new AssertionError("expected " + expected + " but was " + actual);
    }
  }

  /** 63 bytes, without the line end. */
  private static String line(long number) {
    String digits = Long.toString(number);
    return "{\"line\":" + digits + ",\"pad\":\"" + "x".repeat(45 - digits.length()) + "\"}";
  }

  /** The lines one after the other, never all of them. */
  private static final class Lines extends InputStream {

    private final long count;
    private long next;
    private byte[] current = new byte[0];
    private int at;

    Lines(long count) {
      this.count = count;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      int filled = 0;
      while (filled < length) {
        if (at == current.length) {
          if (next == count) {
            break;
          }
          current = (line(next++) + "\n").getBytes(StandardCharsets.US_ASCII);
          at = 0;
        }
        int step = Math.min(length - filled, current.length - at);
        System.arraycopy(current, at, buffer, offset + filled, step);
        at += step;
        filled += step;
      }
      return filled == 0 && length > 0 ? -1 : filled;
    }
  }
}
