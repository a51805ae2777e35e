package dev.adk4j.artifact;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.adk4j.artifact.SpooledArtifact.SizeHints;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.harness.LogArtifact;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SpooledArtifactTests {

  private static final SpoolReader FORBIDDEN =
      new SpoolReader() {
        @Override
        public Optional<String> line(long index) {
          throw new AssertionError("the reader was touched");
        }

        @Override
        public long byteLength() {
          throw new AssertionError("the reader was touched");
        }

        @Override
        public long lineCount() {
          throw new AssertionError("the reader was touched");
        }

        @Override
        public String readAll() {
          throw new AssertionError("the reader was touched");
        }
      };

  @Test
  void needsAReader() {
    assertFails(AdkErrorCode.E_NOT_A_SPOOL_READER, () -> new SpooledArtifact(null));
  }

  @Test
  void headAndTailGiveTenLinesByDefaultAndNeverMoreThanThereAre() throws IOException {
    SpooledArtifact artifact = of("0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11");
    assertThat(artifact.head()).containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
    assertThat(artifact.tail()).containsExactly("2", "3", "4", "5", "6", "7", "8", "9", "10", "11");
    assertThat(artifact.head(2)).containsExactly("0", "1");
    assertThat(artifact.tail(2)).containsExactly("10", "11");
    assertThat(artifact.head(Long.MAX_VALUE)).hasSize(12);
    assertThat(artifact.tail(Long.MAX_VALUE)).hasSize(12);
    for (long none : new long[] {0, -1, Long.MIN_VALUE}) {
      assertThat(artifact.head(none)).isEmpty();
      assertThat(artifact.tail(none)).isEmpty();
    }
  }

  @Test
  void endsTextWithALineFeedInAnEmptyLine() throws IOException {
    assertThat(of("a\nb\n").tail(1)).containsExactly("");
    assertThat(of("a\nb\n").cat()).containsExactly("a", "b", "");
    assertThat(of("").tail()).isEmpty();
    assertThat(of("\n").cat()).containsExactly("", "");
  }

  @Test
  void catHoldsItsRangeToTheText() throws IOException {
    SpooledArtifact artifact = of("a\nb\nc");
    assertThat(artifact.cat(1)).containsExactly("b", "c");
    assertThat(artifact.cat(-5, 2)).containsExactly("a", "b");
    assertThat(artifact.cat(1, 99)).containsExactly("b", "c");
    assertThat(artifact.cat(0, -1)).isEmpty();
    assertThat(artifact.cat(2, 1)).isEmpty();
    assertThat(artifact.cat(3, 4)).isEmpty();
  }

  @Test
  void everyQueryAgreesWithAPlainSplit() throws IOException {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(40); i > 0; i--) {
        text.append(List.of("\n", "a", "b\n", "é", "\r\n", "x y ").get(random.nextInt(6)));
      }
      List<String> lines =
          text.isEmpty() ? List.of() : Arrays.asList(text.toString().split("\n", -1));
      SpooledArtifact artifact = of(text.toString());
      int from = random.nextInt(lines.size() + 3) - 1;
      int to = random.nextInt(lines.size() + 3) - 1;
      int start = Math.clamp(from, 0, lines.size());
      int end = Math.clamp(to, 0, lines.size());
      assertThat(artifact.cat(from, to))
          .isEqualTo(start < end ? lines.subList(start, end) : List.of());
      assertThat(artifact.head(to)).isEqualTo(lines.subList(0, end));
      assertThat(artifact.tail(to)).isEqualTo(lines.subList(lines.size() - end, lines.size()));
      assertThat(artifact.grep("b", ""))
          .isEqualTo(lines.stream().filter(l -> l.contains("b")).toList());
      assertThat(artifact.grep(Pattern.compile("^a")))
          .isEqualTo(lines.stream().filter(l -> l.startsWith("a")).toList());
      assertThat(artifact.asString()).isEqualTo(text.toString());
      assertThat(artifact.lineCount()).isEqualTo(lines.size());
    }
  }

  @Test
  void tokensAreThoseOfTheTextAsItIsStored() throws IOException {
    String text = "alpha\r\nbeta\ngamma\n";
    assertThat(of(text).estimateTokens("cl100k_base")).isEqualTo(6);
    assertThat(of(text).estimateTokens("gpt2")).isEqualTo(8);
    assertThat(of(text).estimateTokens("unknown")).isEqualTo(5);
  }

  @Test
  void sizeHintsReplaceTheReaderForSizesOnly() throws IOException {
    SpooledArtifact artifact = new SpooledArtifact(FORBIDDEN);
    assertThat(artifact.hasSizeHints()).isFalse();
    artifact.setSizeHints(new SizeHints(5, 3));
    assertThat(artifact.hasSizeHints()).isTrue();
    assertThat(artifact.byteLength()).isEqualTo(5);
    assertThat(artifact.lineCount()).isEqualTo(3);
    SpooledArtifact wrong = of("a\nb");
    wrong.setSizeHints(new SizeHints(1, 1));
    assertThat(wrong.tail(5)).containsExactly("a", "b");
    assertThat(SizeHints.of("")).isEqualTo(new SizeHints(0, 0));
    assertThat(SizeHints.of("é\n")).isEqualTo(new SizeHints(3, 2));
  }

  @Test
  void theHandleTextNamesTheArtifactAndItsOwnQueriesWithoutReading() {
    SpooledArtifact artifact = new LogArtifact(FORBIDDEN, "info");
    artifact.setSizeHints(new SizeHints(1234, 56));
    String text =
        new SpooledArtifact.Handle("call_1", artifact, 1234, 56)
            .text(ArtifactTypes.queries(artifact, LogArtifact.types().all()));
    assertThat(text.split("\n"))
        .contains(
            "- callId: call_1", "- kind: LogArtifact", "- byteLength: 1234", "- lineCount: 56")
        .anyMatch(line -> line.startsWith("- artifact_log_level — "))
        .anyMatch(line -> line.startsWith("- artifact_head — "))
        .hasSize(15);
  }

  @Test
  void withoutSizeHintsThereIsNoHandle() {
    assertThatIllegalStateException()
        .isThrownBy(() -> of("a").handleText("call_1"))
        .withMessageContaining("call_1");
  }

  static SpooledArtifact of(String text) {
    return new SpooledArtifact(SpoolReader.of(text));
  }
}
