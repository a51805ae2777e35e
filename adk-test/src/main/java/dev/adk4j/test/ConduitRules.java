package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.loop.AgentContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rules for the two byte conduits: the returned reader reads the written bytes. */
interface ConduitRules {

  @Test
  default void mediaTextIsStoredAsUtf8(StorageFixture storage) throws Exception {
    assertBytes(
        storage.media("a", ByteSource.of("é 日 😀\n")), "é 日 😀\n".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  default void mediaBytesAreStoredVerbatim(StorageFixture storage) throws Exception {
    byte[] every = new byte[256];
    for (int i = 0; i < every.length; i++) {
      every[i] = (byte) i;
    }
    assertBytes(storage.media("a", ByteSource.of(every)), every);
    assertBytes(storage.media("b", ByteSource.of(new byte[0])), new byte[0]);
  }

  @Test
  default void aStreamIsDrainedAndClosedOnce(StorageFixture storage) throws Exception {
    byte[] bytes = randomBytes(3_000_000);
    CountingStream stream = new CountingStream(bytes);
    assertBytes(storage.media("a", ByteSource.of(stream)), bytes);
    assertUsedOnce(stream);

    CountingStream text = new CountingStream("a\nb\n".getBytes(StandardCharsets.UTF_8));
    assertThat(storage.spool("a", ByteSource.of(text)).readAll()).isEqualTo("a\nb\n");
    assertUsedOnce(text);
  }

  @Test
  default void closesABrokenStreamAndThrowsItsError(StorageFixture storage) {
    CountingStream media = CountingStream.failing(randomBytes(100_000), 50_000);
    assertThatThrownBy(() -> storage.media("a", ByteSource.of(media)))
        .hasStackTraceContaining("the stream broke after 50000 bytes");
    assertThat(media.closed).hasValue(1);
    CountingStream text = CountingStream.failing(randomBytes(100), 0);
    assertThatThrownBy(() -> storage.spool("a", ByteSource.of(text)))
        .hasStackTraceContaining("the stream broke after 0 bytes");
    assertThat(text.closed).hasValue(1);
  }

  @Test
  default void brokenStreamReplacesNothing(StorageFixture storage) throws Exception {
    MediaReader before = storage.media("a", ByteSource.of(new byte[] {1, 2, 3}));
    CountingStream broken = CountingStream.failing(randomBytes(100_000), 50_000);
    assertThatThrownBy(() -> storage.media("a", ByteSource.of(broken)))
        .isInstanceOf(Exception.class);
    assertBytes(before, new byte[] {1, 2, 3});
  }

  @Test
  default void theSameIdReplaces(StorageFixture storage) throws Exception {
    storage.media("a", ByteSource.of(new byte[] {1, 2, 3}));
    assertBytes(storage.media("a", ByteSource.of(new byte[] {4})), new byte[] {4});
    storage.spool("a", ByteSource.of("before, and longer"));
    assertThat(storage.spool("a", ByteSource.of("after")).readAll()).isEqualTo("after");
  }

  @Test
  default void mediaAndRetrievablesShareNoIds(StorageFixture storage) throws Exception {
    MediaReader media = storage.media("a", ByteSource.of(new byte[] {1}));
    SpoolReader spool = storage.spool("a", ByteSource.of("text"));
    assertBytes(media, new byte[] {1});
    assertThat(spool.readAll()).isEqualTo("text");
  }

  @Test
  default void anotherConversationsIdIsFree(StorageFixture storage) throws Exception {
    MediaReader media = storage.media("a", ByteSource.of(new byte[] {1}));
    SpoolReader spool = storage.spool("a", ByteSource.of("own"));
    for (AgentContext foreign : storage.foreign(RecordKind.Owner.CONVERSATION)) {
      assertBytes(
          storage.storage.storeMediaBytes(foreign, "a", ByteSource.of(new byte[] {2})),
          new byte[] {2});
      SpoolReader theirs =
          storage.storage.storeRetrievableBytes(foreign, "a", ByteSource.of("theirs"));
      assertThat(theirs.readAll()).isEqualTo("theirs");
    }
    assertBytes(media, new byte[] {1});
    assertThat(spool.readAll()).isEqualTo("own");
  }

  @Test
  default void idsOfBytesAreTakenLiterally(StorageFixture storage) throws Exception {
    for (String id : TrickyTexts.IDS) {
      MediaReader reader = storage.media(id, ByteSource.of(id));
      assertBytes(reader, id.getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  default void spooledTextIsReadByLines(StorageFixture storage) throws Exception {
    SpoolReader reader = storage.spool("a", ByteSource.of("one\r\ntwo é\n\nlast\n"));
    assertThat(reader.lineCount()).isEqualTo(5);
    assertThat(reader.line(0)).hasValue("one\r");
    assertThat(reader.line(1)).hasValue("two é");
    assertThat(reader.line(4)).hasValue("");
    assertThat(reader.line(5)).isEmpty();
    assertThat(reader.line(-1)).isEmpty();
    assertThat(reader.byteLength()).isEqualTo(18);
    assertThat(reader.readAll()).isEqualTo("one\r\ntwo é\n\nlast\n");
    assertThat(drained(reader)).isEqualTo("one\r\ntwo é\n\nlast\n");
  }

  @Test
  default void emptySpooledTextHasNoLine(StorageFixture storage) throws Exception {
    SpoolReader reader = storage.spool("a", ByteSource.of(""));
    assertThat(reader.lineCount()).isZero();
    assertThat(reader.byteLength()).isZero();
    assertThat(reader.readAll()).isEmpty();
    assertThat(reader.line(0)).isEmpty();
  }

  @Test
  default void longSpooledTextIsKeptWhole(StorageFixture storage) throws Exception {
    String text = TrickyTexts.megabyte();
    SpoolReader reader = storage.spool("a", ByteSource.of(text));
    assertThat(reader.readAll().equals(text)).as("the megabyte is unchanged").isTrue();
    assertThat(reader.line(37_999)).hasValue(text.substring(0, text.indexOf('\n')));
    assertThat(reader.lineCount()).isEqualTo(38_001);
  }

  @Test
  default void readersHaveAStorableDescription(StorageFixture storage) throws Exception {
    assertThat(storage.media("a", ByteSource.of("x")).describe())
        .hasValueSatisfying(d -> assertThat(d.tag()).startsWith("media:"));
    assertThat(storage.spool("a", ByteSource.of("x")).describe())
        .hasValueSatisfying(d -> assertThat(d.tag()).startsWith("spool:"));
  }

  private static void assertUsedOnce(CountingStream stream) {
    assertThat(stream.opened).as("opened").hasValue(1);
    assertThat(stream.drained).as("read to its end").hasPositiveValue();
    assertThat(stream.closed).as("closed").hasValue(1);
  }

  /**
   * Reads the bytes twice, because a reader can be opened again, and checks the reader's length if
   * it is known.
   */
  private static void assertBytes(MediaReader reader, byte[] expected) throws IOException {
    for (int i = 0; i < 2; i++) {
      try (InputStream in = reader.open()) {
        assertThat(in.readAllBytes()).isEqualTo(expected);
      }
    }
    assertThat(reader.byteLength().orElse(expected.length)).isEqualTo(expected.length);
  }

  private static String drained(SpoolReader reader) throws IOException {
    try (Reader in = reader.open()) {
      StringWriter text = new StringWriter();
      in.transferTo(text);
      return text.toString();
    }
  }

  private static byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    new Random(7).nextBytes(bytes);
    return bytes;
  }
}
