package dev.adk4j.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.value.JsonValue;
import org.junit.jupiter.api.Test;

class GenerationStatsTests {

  @Test
  void addsCountsAndKeepsOneSidedValues() {
    GenerationStats first =
        GenerationStats.builder()
            .promptTokens(3L)
            .evalDurationNs(10L)
            .model("a")
            .raw(JsonValue.parse("{}"))
            .build();
    GenerationStats sum =
        first.plus(
            GenerationStats.builder()
                .promptTokens(4L)
                .completionTokens(1L)
                .finishReason("stop")
                .build());

    assertThat(sum)
        .isEqualTo(
            GenerationStats.builder()
                .promptTokens(7L)
                .completionTokens(1L)
                .evalDurationNs(10L)
                .model("a")
                .finishReason("stop")
                .build());
    assertThat(GenerationStats.none().plus(GenerationStats.none()))
        .isEqualTo(GenerationStats.none());
  }
}
