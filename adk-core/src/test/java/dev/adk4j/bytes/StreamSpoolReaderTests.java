package dev.adk4j.bytes;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StreamSpoolReaderTests {

  @Test
  void splitsAtLineFeedsOnly() throws IOException {
    for (SpoolReader reader : readers("a\r\nb\n")) {
      assertThat(linesOf(reader)).containsExactly("a\r", "b", "");
      assertThat(reader.lineCount()).isEqualTo(3);
      assertThat(reader.byteLength()).isEqualTo(5);
      assertThat(reader.readAll()).isEqualTo("a\r\nb\n");
      assertThat(reader.line(2)).contains("");
    }
  }

  @Test
  void anEmptyTextHasNoLine() throws IOException {
    for (SpoolReader reader : readers("")) {
      assertThat(linesOf(reader)).isEmpty();
      assertThat(reader.lineCount()).isZero();
      assertThat(reader.byteLength()).isZero();
      assertThat(reader.line(0)).isEmpty();
      assertThat(reader.readAll()).isEmpty();
    }
  }

  @Test
  void aLineOutsideTheTextIsEmptyAndNeverAnException() throws IOException {
    for (SpoolReader reader : readers("one\ntwo")) {
      for (long index : new long[] {-1, 2, 3, Long.MAX_VALUE, Long.MIN_VALUE}) {
        assertThat(reader.line(index)).isEmpty();
      }
      assertThat(linesFrom(reader, 2)).isEmpty();
      assertThat(linesFrom(reader, Long.MAX_VALUE)).isEmpty();
      assertThat(linesFrom(reader, -5)).containsExactly("one", "two");
    }
  }

  @Test
  void allModesAgreeOnRandomBytes() throws IOException {
    Random random = new Random(20240501);
    for (int round = 0; round < 400; round++) {
      byte[] bytes = randomBytes(random);
      String text = new String(bytes, StandardCharsets.UTF_8);
      List<String> expected = bytes.length == 0 ? List.of() : Arrays.asList(text.split("\n", -1));
      for (SpoolReader reader : readers(bytes)) {
        assertThat(reader.lineCount()).isEqualTo(expected.size());
        assertThat(reader.byteLength()).isEqualTo(bytes.length);
        assertThat(reader.readAll()).isEqualTo(text);
        assertThat(linesOf(reader)).isEqualTo(expected);
        StringWriter streamed = new StringWriter();
        reader.open().transferTo(streamed);
        assertThat(streamed.toString()).isEqualTo(text);
        for (int i = 0; i < 5 && !expected.isEmpty(); i++) {
          int index = random.nextInt(expected.size());
          assertThat(reader.line(index)).contains(expected.get(index));
          int from = random.nextInt(expected.size());
          assertThat(linesFrom(reader, from)).isEqualTo(expected.subList(from, expected.size()));
        }
      }
    }
  }

  @Test
  void charactersAndLineEndsMayCrossBufferBorders() throws IOException {
    for (int pad = 16 * 1024 - 6; pad < 16 * 1024 + 3; pad++) {
      String text = "x".repeat(pad) + "é☃😀\r\n" + "y".repeat(pad) + "😀\n";
      for (SpoolReader reader : readers(text)) {
        assertThat(linesOf(reader)).containsExactly(text.split("\n", -1));
        assertThat(reader.line(1)).contains("y".repeat(pad) + "😀");
      }
    }
  }

  @Test
  void theIndexStaysSmallAndRightForManyLines() throws IOException {
    int lines = LineIndex.MAX_ENTRIES * 5 + 17;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lines; i++) {
      text.append("line ").append(i).append(i + 1 < lines ? "\n" : "");
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    LineIndex index = LineIndex.scan(new ByteArrayInputStream(bytes));
    assertThat(index.entries())
        .isLessThanOrEqualTo(LineIndex.MAX_ENTRIES)
        .isGreaterThan(LineIndex.MAX_ENTRIES / 4);
    SpoolReader reader =
        StreamSpoolReader.over(StreamSpoolReader.Source.of(bytes)).streamThreshold(0).build();
    assertThat(reader.lineCount()).isEqualTo(lines);
    for (int i = 0; i < lines; i += 997) {
      assertThat(reader.line(i)).contains("line " + i);
    }
    for (int i = lines - 1; i >= 0; i -= 1009) {
      assertThat(reader.line(i)).contains("line " + i);
    }
    for (int i = 40_000; i < 40_100; i++) {
      assertThat(reader.line(i)).contains("line " + i);
    }
  }

  @Test
  void lineByLineReadingDoesNotStartOverAtEachLine() throws IOException {
    int lines = LineIndex.MAX_ENTRIES * 4;
    byte[] bytes = "0123456789\n".repeat(lines).getBytes(StandardCharsets.UTF_8);
    List<Long> offsets = new ArrayList<>();
    StreamSpoolReader.Source counted =
        offset -> {
          offsets.add(offset);
          return StreamSpoolReader.Source.of(bytes).open(offset);
        };
    SpoolReader reader = StreamSpoolReader.over(counted).streamThreshold(0).build();
    for (int i = 0; i < 10; i++) {
      reader.line(i);
    }
    assertThat(offsets).containsExactly(0L, 0L, 11L, 22L, 33L, 44L, 55L, 66L, 77L, 88L, 99L);
  }

  @Test
  void constructionDoesNoReadingAndBelowTheThresholdTheSourceIsReadOnce() throws IOException {
    AtomicInteger opened = new AtomicInteger();
    StreamSpoolReader reader = StreamSpoolReader.over(counting("a\nb", opened)).build();
    assertThat(opened).hasValue(0);
    reader.lineCount();
    reader.byteLength();
    reader.line(1);
    reader.readAll();
    assertThat(linesOf(reader)).containsExactly("a", "b");
    assertThat(opened).hasValue(1);
  }

  @Test
  void aKnownSizeNeedsNoReading() throws IOException {
    AtomicInteger opened = new AtomicInteger();
    StreamSpoolReader reader =
        StreamSpoolReader.over(counting("a\nb", opened)).byteLength(3).build();
    assertThat(reader.byteLength()).isEqualTo(3);
    assertThat(opened).hasValue(0);
  }

  @Test
  void theThresholdDividesLoadingFromStreaming() throws IOException {
    for (boolean known : new boolean[] {true, false}) {
      for (int threshold = 0; threshold < 6; threshold++) {
        AtomicInteger opened = new AtomicInteger();
        StreamSpoolReader reader =
            StreamSpoolReader.over(counting("a\nb", opened))
                .streamThreshold(threshold)
                .byteLength(known ? 3 : -1)
                .build();
        reader.line(0);
        int first = opened.get();
        reader.line(1);
        boolean streams = opened.get() > first;
        assertThat(streams)
            .as("threshold %d, known %s", threshold, known)
            .isEqualTo(threshold <= 3);
      }
    }
  }

  @Test
  void failsChangedTexts() {
    StreamSpoolReader cut =
        StreamSpoolReader.over(counting("a\nb", new AtomicInteger())).byteLength(5).build();
    assertThatThrownBy(() -> cut.line(0))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("3 bytes instead of the 5");
  }

  @Test
  void aFailedFirstReadIsTriedAgain() throws IOException {
    AtomicInteger opened = new AtomicInteger();
    StreamSpoolReader reader =
        StreamSpoolReader.over(
                offset -> {
                  if (opened.getAndIncrement() == 0) {
                    throw new IOException("away");
                  }
                  return StreamSpoolReader.Source.of("a\nb".getBytes(StandardCharsets.UTF_8))
                      .open(offset);
                })
            .build();
    assertThatThrownBy(reader::lineCount).hasMessage("away");
    assertThat(reader.lineCount()).isEqualTo(2);
  }

  @Test
  void everyStreamIsClosed() throws IOException {
    AtomicInteger open = new AtomicInteger();
    byte[] bytes = "a\nb\nc".getBytes(StandardCharsets.UTF_8);
    StreamSpoolReader.Source tracked =
        offset -> {
          open.incrementAndGet();
          return new ByteArrayInputStream(bytes, (int) offset, bytes.length - (int) offset) {
            @Override
            public void close() {
              open.decrementAndGet();
            }
          };
        };
    for (long threshold : new long[] {0, 100}) {
      StreamSpoolReader reader = StreamSpoolReader.over(tracked).streamThreshold(threshold).build();
      reader.line(2);
      reader.line(0);
      reader.readAll();
      linesOf(reader);
      linesFrom(reader, 2);
      reader.open().close();
      assertThat(open).hasValue(0);
    }
  }

  @Test
  void refusesNegativeSettings() {
    assertFails(
            AdkErrorCode.VALIDATION_EXCEPTION,
            () ->
                StreamSpoolReader.over(StreamSpoolReader.Source.of(new byte[0]))
                    .streamThreshold(-1)
                    .build())
        .hasMessageContaining("$.streamThreshold");
  }

  private static StreamSpoolReader.Source counting(String text, AtomicInteger opened) {
    return offset -> {
      opened.incrementAndGet();
      return StreamSpoolReader.Source.of(text.getBytes(StandardCharsets.UTF_8)).open(offset);
    };
  }

  private static List<SpoolReader> readers(String text) {
    return readers(text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<SpoolReader> readers(byte[] bytes) {
    StreamSpoolReader.Source slow =
        offset -> new Trickle(StreamSpoolReader.Source.of(bytes).open(offset));
    return List.of(
        SpoolReader.of(bytes),
        new OnlyTheBasics(SpoolReader.of(bytes)),
        StreamSpoolReader.over(StreamSpoolReader.Source.of(bytes)).build(),
        StreamSpoolReader.over(StreamSpoolReader.Source.of(bytes)).byteLength(bytes.length).build(),
        StreamSpoolReader.over(slow).streamThreshold(0).build(),
        StreamSpoolReader.over(slow).streamThreshold(0).byteLength(bytes.length).build(),
        StreamSpoolReader.over(slow).streamThreshold(3).build());
  }

  static byte[] randomBytes(Random random) {
    String[] pieces = {
      "\n", "\n", "\r\n", "\r", "", "a", "word ", "é", "☃", "😀", "\0", "\uFEFF", "\u2028"
    };
    java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
    int count = random.nextInt(60);
    for (int i = 0; i < count; i++) {
      if (random.nextInt(12) == 0) {
        bytes.write(random.nextInt(256));
      } else {
        bytes.writeBytes(pieces[random.nextInt(pieces.length)].getBytes(StandardCharsets.UTF_8));
      }
    }
    return bytes.toByteArray();
  }

  static List<String> linesOf(SpoolReader reader) throws IOException {
    return linesFrom(reader, 0);
  }

  static List<String> linesFrom(SpoolReader reader, long from) throws IOException {
    List<String> lines = new ArrayList<>();
    try (LineCursor cursor = reader.lines(from)) {
      for (String line = cursor.next(); line != null; line = cursor.next()) {
        lines.add(line);
      }
      assertThat(cursor.next()).isNull();
    }
    return lines;
  }

  /** Gives one to three bytes at a time. */
  private static final class Trickle extends InputStream {

    private final InputStream in;
    private int turn;

    Trickle(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      return in.read(buffer, offset, Math.min(length, 1 + turn++ % 3));
    }
  }

  /** A reader as an application might write it. */
  private record OnlyTheBasics(SpoolReader reader) implements SpoolReader {

    @Override
    public Optional<String> line(long index) throws IOException {
      return reader.line(index);
    }

    @Override
    public long byteLength() throws IOException {
      return reader.byteLength();
    }

    @Override
    public long lineCount() throws IOException {
      return reader.lineCount();
    }

    @Override
    public String readAll() throws IOException {
      return reader.readAll();
    }
  }
}
