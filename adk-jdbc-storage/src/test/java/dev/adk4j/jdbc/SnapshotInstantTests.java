package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SnapshotInstantTests {

  @Test
  void readsTheSameTimesAsTheFormatter() {
    Random random = new Random(7);
    for (int i = 0; i < 100_000; i++) {
      long millis = random.nextLong(-62_167_219_200_000L, 253_402_300_800_000L);
      String text = Instant.ofEpochMilli(millis).toString();
      assertThat(SnapshotInstant.millis(text)).isEqualTo(millis);
    }
    assertThat(SnapshotInstant.millis("2026-01-02T03:04:05.678Z"))
        .isEqualTo(Instant.parse("2026-01-02T03:04:05.678Z").toEpochMilli());
    assertThat(SnapshotInstant.millis("1969-12-31T23:59:59.999Z")).isEqualTo(-1);
  }

  @Test
  void readsYearsWithASign() {
    assertThat(SnapshotInstant.millis("+275760-09-13T00:00:00.000Z"))
        .isEqualTo(8_640_000_000_000_000L);
    assertThat(SnapshotInstant.millis("-271821-04-20T00:00:00.000Z"))
        .isEqualTo(-8_640_000_000_000_000L);
  }

  @Test
  void refusesInvalidDates() {
    assertThatThrownBy(() -> SnapshotInstant.millis("2026-02-30T03:04:05.678Z"))
        .isInstanceOf(DateTimeException.class);
    assertThatThrownBy(() -> SnapshotInstant.millis("yesterday"))
        .isInstanceOf(DateTimeException.class);
  }
}
