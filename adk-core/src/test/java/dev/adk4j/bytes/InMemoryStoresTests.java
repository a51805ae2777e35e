package dev.adk4j.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.value.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InMemoryStoresTests {

  private static final byte[] BINARY = {(byte) 0xFF, (byte) 0xFE, 0, 1, (byte) 0x80};

  private final InMemoryByteStore<SpoolReader> spools = InMemoryByteStore.ofTexts();
  private final InMemoryByteStore<MediaReader> medias = InMemoryByteStore.ofMedia();

  @Test
  void bytesStayAsTheyAre() throws IOException {
    assertThat(spools.write("id", ByteSource.of(BINARY)).byteLength()).isEqualTo(5);
    assertThat(spools.read("id").orElseThrow().readAll()).isEqualTo("��\0\1�");
    assertThat(medias.write("id", ByteSource.of(BINARY)).open().readAllBytes()).isEqualTo(BINARY);
    assertThat(medias.read("id").orElseThrow().byteLength()).hasValue(5);
  }

  @Test
  void readersAreSnapshots() throws IOException {
    SpoolReader first = spools.write("id", ByteSource.of("one"));
    SpoolReader again = spools.read("id").orElseThrow();
    assertThat(again).isNotSameAs(first);
    spools.write("id", ByteSource.of("two"));
    assertThat(spools.delete("id")).isTrue();
    assertThat(spools.read("id")).isEmpty();
    assertThat(first.readAll()).isEqualTo("one");
    assertThat(again.readAll()).isEqualTo("one");
  }

  @Test
  void reportsAbsentIds() throws IOException {
    assertThat(spools.read("id")).isEmpty();
    assertThat(spools.delete("id")).isFalse();
    assertThat(medias.read("id")).isEmpty();
    assertThat(medias.delete("id")).isFalse();
  }

  @Test
  void anArrayChangedAfterwardsChangesNothing() throws IOException {
    byte[] bytes = {'a', 'b'};
    SpoolReader stored = spools.write("id", ByteSource.of(bytes));
    SpoolReader direct = SpoolReader.of(bytes);
    MediaReader media = MediaReader.of(bytes);
    bytes[0] = 'x';
    assertThat(stored.readAll()).isEqualTo("ab");
    assertThat(direct.readAll()).isEqualTo("ab");
    assertThat(media.open().readAllBytes()).asString().isEqualTo("ab");
  }

  @Test
  void aStreamIsOpenedOnceDrainedAndClosed() throws IOException {
    AtomicInteger opened = new AtomicInteger();
    AtomicInteger closed = new AtomicInteger();
    SpoolReader reader =
        spools.write(
            "id",
            ByteSource.of(
                () -> {
                  opened.incrementAndGet();
                  InputStream two =
                      new SequenceInputStream(
                          new ByteArrayInputStream("ab\n".getBytes()),
                          new ByteArrayInputStream("cd".getBytes()));
                  return new java.io.FilterInputStream(two) {
                    @Override
                    public void close() throws IOException {
                      closed.incrementAndGet();
                      super.close();
                    }
                  };
                }));
    assertThat(reader.readAll()).isEqualTo("ab\ncd");
    assertThat(opened).hasValue(1);
    assertThat(closed).hasValue(1);
  }

  @Test
  void halfASurrogatePairIsWrittenAsTheReplacementCharacter() throws IOException {
    SpoolReader reader = spools.write("id", ByteSource.of("a\uD800b\uDC00😀"));
    assertThat(reader.readAll()).isEqualTo("a\uFFFDb\uFFFD😀");
    assertThat(reader.byteLength()).isEqualTo(12);
  }

  @Test
  void descriptorsCarryEveryByte() throws IOException {
    assertThat(SpoolReader.of("é\n").describe().orElseThrow())
        .isEqualTo(
            new ReaderDescriptor("spool:in-memory", JsonValue.parse("{\"content\":\"é\\n\"}")))
        .hasToString("ReaderDescriptor[spool:in-memory]");
    ReaderResolvers resolvers = ReaderResolvers.withBuiltIns();
    SpoolReader binary = resolvers.resolveSpool(SpoolReader.of(BINARY).describe().orElseThrow());
    assertThat(binary.byteLength()).isEqualTo(5);
    MediaReader media = resolvers.resolveMedia(MediaReader.of(BINARY).describe().orElseThrow());
    assertThat(media.open().readAllBytes()).isEqualTo(BINARY);
    assertThat(media.open().readAllBytes()).isEqualTo(BINARY);
  }
}
