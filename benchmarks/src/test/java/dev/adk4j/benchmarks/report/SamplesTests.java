package dev.adk4j.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SamplesTests {

  @Test
  void medianIsTheMiddleOrTheMeanOfTheTwoInTheMiddle() {
    assertThat(Samples.of(9, 1, 5).median()).isEqualTo(5);
    assertThat(Samples.of(4, 1, 2, 9).median()).isEqualTo(3);
  }

  @Test
  void ratiosAreTakenRoundByRound() {
    // The third round was slow for both: the ratio does not see it.
    Samples peer = Samples.of(10, 20, 300);
    Samples ours = Samples.of(1, 2, 30);

    assertThat(peer.over(ours).values()).containsOnly(10.0);
  }

  @Test
  void formatShowsTheMedianWithMinAndMax() {
    assertThat(Samples.of(2, 1_234, 0.5).format()).isEqualTo("2 (0.500–1,234)");
  }

  @Test
  void goalsAreMetOnTheirLine() {
    assertThat(Goal.count("at most 6", 6, 6).met()).isTrue();
    assertThat(Goal.count("at most 6", 7, 6).met()).isFalse();
    assertThat(Goal.faster("3× faster", Samples.of(1), Samples.of(3), 3).met()).isTrue();
    assertThat(Goal.faster("3× faster", Samples.of(1), Samples.of(2), 3).met()).isFalse();
    assertThat(Goal.within("at most 1.2×", Samples.of(1.3), Samples.of(1), 1.2).met()).isFalse();
  }
}
