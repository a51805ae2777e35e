package dev.adk4j.memory.injection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.adk4j.harness.FakeDispatch;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryStore.RelevanceScale;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefaultMemoryScorerTests {

  private final FakeDispatch dispatch = new FakeDispatch();

  private MemoryScorer.Scores score(MemoryEntry entry, int rank, int count, RelevanceScale scale) {
    return new DefaultMemoryScorer(Duration.ofDays(30), 0.5)
        .score(
            new MemoryScorer.Candidate(entry, rank, count, scale, "green tea or black tea"),
            dispatch.context())
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "UNIT, 0.7, 0.7",
    "UNIT, 1.5, 1",
    "UNIT, -1, 0",
    "COSINE, 0, 0.5",
    "COSINE, 0.5, 0.75",
    "COSINE, -1, 0",
    "DISTANCE, 0, 1",
    "DISTANCE, 3, 0.25",
    "DISTANCE, -2, 1",
    "TOKEN_COUNT, 2, 0.5",
    "TOKEN_COUNT, 9, 1",
  })
  void relevanceCountsByTheStoresScale(RelevanceScale scale, double relevance, double confidence) {
    MemoryEntry entry = MemoryEntry.builder("x").relevance(relevance).build();
    assertThat(score(entry, 0, 1, scale).confidence()).isEqualTo(confidence, within(1e-9));
    MemoryEntry noted =
        MemoryEntry.builder("x").metadata(Map.of("_relevanceScore", relevance)).build();
    assertThat(score(noted, 0, 1, scale).confidence()).isEqualTo(confidence, within(1e-9));
  }

  @Test
  void withoutAUsableRelevanceThePlaceCountsAndNeverMakesCertain() {
    MemoryEntry entry = MemoryEntry.of("x");
    assertThat(score(entry, 0, 1, RelevanceScale.UNIT).confidence()).isEqualTo(0.5);
    assertThat(score(entry, 0, 4, RelevanceScale.NONE).confidence()).isEqualTo(0.8);
    assertThat(score(entry, 3, 4, RelevanceScale.NONE).confidence()).isEqualTo(0.2, within(1e-9));
    MemoryEntry broken = MemoryEntry.builder("x").relevance(Double.NaN).build();
    assertThat(score(broken, 0, 1, RelevanceScale.COSINE).confidence()).isEqualTo(0.5);
  }

  @Test
  void importanceIsTheMetadatasElseFallsWithAge() {
    Instant now = dispatch.context().clock().instant();
    assertThat(importance(MemoryEntry.of("x"))).isEqualTo(0.5);
    assertThat(importance(noted(0.3))).isEqualTo(0.3);
    assertThat(importance(noted(1.0))).isEqualTo(1.0);
    assertThat(importance(noted(1.1))).as("out of range").isEqualTo(0.5);
    assertThat(importance(made(now.minus(Duration.ofDays(30))))).isEqualTo(0.5, within(1e-6));
    assertThat(importance(made(now.minus(Duration.ofDays(60))))).isEqualTo(0.25, within(1e-6));
    assertThat(importance(made(now.minus(Duration.ofDays(9999))))).isEqualTo(0.05);
    assertThat(importance(made(now.plus(Duration.ofDays(9))))).isEqualTo(0.99);
    MemoryEntry changed =
        made(now.minus(Duration.ofDays(9999))).toBuilder()
            .updatedAt(now.minus(Duration.ofDays(30)))
            .build();
    assertThat(importance(changed)).as("by its last change").isEqualTo(0.5, within(1e-6));
  }

  private double importance(MemoryEntry entry) {
    return score(entry, 0, 1, RelevanceScale.NONE).importance();
  }

  private static MemoryEntry noted(double importance) {
    return MemoryEntry.builder("x").metadata(Map.of("importance", importance)).build();
  }

  private static MemoryEntry made(Instant at) {
    return MemoryEntry.builder("x").createdAt(at).build();
  }
}
