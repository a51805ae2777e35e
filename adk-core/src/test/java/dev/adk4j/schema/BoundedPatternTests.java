package dev.adk4j.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class BoundedPatternTests {

  /** A machine that stops for a while between two characters. */
  private record Halting(String text, long nanos) implements CharSequence {

    @Override
    public char charAt(int index) {
      long until = System.nanoTime() + nanos;
      while (System.nanoTime() < until) {
        LockSupport.parkNanos(nanos);
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new Halting(text.substring(start, end), nanos);
    }
  }

  @Test
  void whatFitsDoesSoHoweverLongTheMachineStops() {
    assertThat(BoundedPattern.find(Pattern.compile("(?!b)a"), new Halting("a", 300_000_000)))
        .isTrue();
  }

  @Test
  void thePatternIsGivenUpAfterSoManySteps() {
    String text = "a".repeat(1_500);
    assertThat(BoundedPattern.compile("(?!b)a*c").matches(text))
        .as("some 2 million steps")
        .isFalse();
    assertThatThrownBy(() -> BoundedPattern.compile("(?!b)a*c").matches(text + text))
        .as("some 9 million steps")
        .isInstanceOf(BoundedPattern.TimeoutException.class);
  }
}
