package dev.adk4j.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OptionsTests {

  @Test
  void wholeRunReplacesThePageInDocs() {
    assertThat(Options.parse("").out()).isEqualTo(Path.of("docs/benchmarks"));
    assertThat(Options.parse("--long").out()).isEqualTo(Path.of("docs/benchmarks"));
  }

  @Test
  void partOrQuickRunLeavesThePageInDocsAlone() {
    assertThat(Options.parse("--quick").out()).isEqualTo(Path.of("benchmarks/target/benchmarks"));
    assertThat(Options.parse("--only b1,B3").out())
        .isEqualTo(Path.of("benchmarks/target/benchmarks"));
  }

  @Test
  void optionsMayComeAsOneText() {
    Options options = Options.parse("--quick --only b1,B3 --out there");

    assertThat(options.size()).isEqualTo(Size.QUICK);
    assertThat(options.only()).containsExactlyInAnyOrder("B1", "B3");
    assertThat(options.wants("B3")).isTrue();
    assertThat(options.wants("B2")).isFalse();
    assertThat(options.out()).isEqualTo(Path.of("there"));
  }

  @Test
  void anotherCheckoutIsComparedInSevenRoundsUnlessToldOtherwise() {
    assertThat(Options.parse("--against ../old").against()).isEqualTo(Path.of("../old"));
    assertThat(Options.parse("--against ../old").rounds()).isEqualTo(7);
    assertThat(Options.parse("--against ../old --rounds 3").rounds()).isEqualTo(3);
    assertThat(Options.parse("").against()).isNull();
  }

  @Test
  void unknownOptionsAndBenchmarksAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Options.parse("--fast"))
        .withMessageContaining("--quick");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Options.parse("--only B9"))
        .withMessageContaining("B9");
    assertThatIllegalArgumentException().isThrownBy(() -> Options.parse("--only"));
  }
}
