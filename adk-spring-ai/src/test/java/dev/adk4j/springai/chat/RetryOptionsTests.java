package dev.adk4j.springai.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryOptionsTests {

  private static final Duration NOTHING_ASKED = Duration.ZERO;

  private final RetryOptions retry =
      RetryOptions.OFF.withBaseDelay(Duration.ofSeconds(1)).withMaxDelay(Duration.ofSeconds(3));

  @Test
  void pausesDoubleUpToTheLongest() {
    assertThat(retry.delay(1, NOTHING_ASKED, 1)).hasSeconds(1);
    assertThat(retry.delay(2, NOTHING_ASKED, 1)).hasSeconds(2);
    assertThat(retry.delay(3, NOTHING_ASKED, 1)).hasSeconds(3);
    assertThat(retry.delay(60, NOTHING_ASKED, 1)).hasSeconds(3);
  }

  @Test
  void pausesDifferALittleAndAreNeverLongerThanTheLongest() {
    assertThat(retry.delay(1, NOTHING_ASKED, 0.9)).hasMillis(900);
    assertThat(retry.delay(1, NOTHING_ASKED, 1.1)).hasMillis(1100);
    assertThat(retry.delay(3, NOTHING_ASKED, 1.1)).hasSeconds(3);
  }

  @Test
  void waitsAtLeastAsLongAsTheProviderAsksButNeverLongerThanTheLongest() {
    assertThat(retry.delay(1, Duration.ofMillis(1500), 1)).hasMillis(1500);
    assertThat(retry.delay(2, Duration.ofMillis(1500), 1)).hasSeconds(2);
    assertThat(retry.delay(1, Duration.ofDays(1), 1)).hasSeconds(3);
  }

  @Test
  void ignoresRetryAfterIfConfigured() {
    assertThat(retry.withHonorRetryAfter(false).delay(1, Duration.ofSeconds(3), 1)).hasSeconds(1);
  }
}
