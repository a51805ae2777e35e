package dev.adk4j.sample.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpeechTests {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 660})
  void restsAsLongAsItIsToldAfterEachWord(int words) {
    assertThat(Speech.rest(Duration.ofMillis(15), words)).isEqualTo(Duration.ofMillis(15));
  }

  @ParameterizedTest
  @ValueSource(ints = {700, 20_000, 500_000})
  void aLongAnswerTakesNoLongerThanAPersonWaits(int words) {
    assertThat(Speech.rest(Duration.ofMillis(15), words).multipliedBy(words))
        .isLessThanOrEqualTo(Duration.ofSeconds(10));
  }
}
