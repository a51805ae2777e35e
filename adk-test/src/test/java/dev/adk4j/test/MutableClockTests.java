package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MutableClockTests {

  @Test
  void standsStillUntilItIsMoved() {
    MutableClock clock = MutableClock.at("2026-05-01T10:00:00Z");
    assertThat(clock.instant()).isEqualTo(clock.instant());
    assertThat(clock.advance(Duration.ofMinutes(5))).isEqualTo("2026-05-01T10:05:00Z");
    assertThat(clock.advance(Duration.ofMinutes(-10))).isEqualTo("2026-05-01T09:55:00Z");
    clock.set(Instant.EPOCH);
    assertThat(clock.millis()).isZero();
  }
}
