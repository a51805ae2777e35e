package dev.adk4j.boot.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpringCronTimesTests {

  private static final ZoneId VIENNA = ZoneId.of("Europe/Vienna");

  private final SpringCronTimes times = new SpringCronTimes();

  private List<String> next(String cron, String after, int many) {
    List<String> found = new ArrayList<>();
    Instant last = Instant.parse(after);
    for (int i = 0; i < many; i++) {
      last = Objects.requireNonNull(times.next(cron, VIENNA, last));
      found.add(last.toString());
    }
    return found;
  }

  @Test
  void goesByTheClocksOfTheTimeZone() {
    assertThat(next("0 0 8 * * MON-FRI", "2026-01-09T12:00:00Z", 2))
        .containsExactly("2026-01-12T07:00:00Z", "2026-01-13T07:00:00Z");
    assertThat(next("0 0 8 * * *", "2026-07-01T12:00:00Z", 1))
        .containsExactly("2026-07-02T06:00:00Z");
  }

  /** On 2026-03-29 at 01:00Z clocks in Vienna go from 02:00 to 03:00. */
  @ParameterizedTest
  @CsvSource({
    "2026-03-28T12:00:00Z",
    "2026-03-29T00:59:59Z",
    "2026-03-29T01:00:00Z",
    "2026-03-29T01:29:59Z"
  })
  void runsAnHourLaterWhereClocksLeaveATimeOut(String after) {
    assertThat(next("0 30 2 * * *", after, 2))
        .containsExactly("2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z");
  }

  /** On 2026-10-25 at 01:00Z clocks in Vienna go from 03:00 to 02:00. */
  @Test
  void runsOnceWhereClocksShowATimeTwice() {
    assertThat(next("0 30 2 * * *", "2026-10-24T12:00:00Z", 2))
        .containsExactly("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
    assertThat(next("0 30 2 * * *", "2026-10-25T01:10:00Z", 1))
        .as("asked between both")
        .containsExactly("2026-10-26T01:30:00Z");
  }

  @Test
  void runsEveryHourThatPasses() {
    assertThat(next("0 15 * * * *", "2026-03-28T23:30:00Z", 3))
        .containsExactly("2026-03-29T00:15:00Z", "2026-03-29T01:15:00Z", "2026-03-29T02:15:00Z");
    assertThat(next("0 15 * * * *", "2026-10-24T23:30:00Z", 3))
        .containsExactly("2026-10-25T00:15:00Z", "2026-10-25T01:15:00Z", "2026-10-25T02:15:00Z");
    assertThat(next("@hourly", "2026-10-24T23:30:00Z", 3))
        .containsExactly("2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z", "2026-10-25T02:00:00Z");
  }

  @Test
  void isStrictlyLater() {
    assertThat(next("@daily", "2026-10-24T22:00:00Z", 2))
        .containsExactly("2026-10-25T23:00:00Z", "2026-10-26T23:00:00Z");
    assertThat(next("*/10 * 9 * * *", "2026-10-24T07:00:00Z", 2))
        .containsExactly("2026-10-24T07:00:10Z", "2026-10-24T07:00:20Z");
  }

  @Test
  void knowsExpressionsThatCannotBeUsed() {
    assertThatThrownBy(() -> times.next("every day", VIENNA, Instant.EPOCH))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(times.next("0 0 0 30 2 *", VIENNA, Instant.EPOCH)).isNull();
  }
}
