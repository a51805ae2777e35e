package dev.adk4j.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.regex.RegularExpression;
import dev.adk4j.error.ValidationException;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
  void countsWorkInsteadOfTime() {
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
        .isInstanceOf(ValidationException.class);
  }

  @Test
  void allMatchesOfAValidationShareOneBudget() {
    RegularExpression pattern = BoundedPattern.compile("(?!b)a*c");
    String text = "a".repeat(1_500);
    int[] matches = {0};
    assertThatThrownBy(
            () ->
                BoundedPattern.within(
                    () -> {
                      for (int i = 0; i < 1_000; i++) {
                        pattern.matches(text);
                        matches[0]++;
                      }
                      return matches;
                    }))
        .isInstanceOf(ValidationException.class);
    assertThat(matches[0]).as("nothing is thrown through the caller of a pattern").isEqualTo(1_000);
    assertThat(pattern.matches(text)).as("the next validation has its own").isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "^\\p{Letter}+$",
        "^\\p{L}+$",
        "^\\p{General_Category=Letter}+$",
        "^\\p{gc=Lowercase_Letter}+$",
        "^[\\p{Lowercase_Letter}\\p{Decimal_Number}]+$",
        "^\\p{Script=Greek}+$",
        "^\\P{Number}+$",
        "^(?=\\p{Letter})\\p{sc=Greek}+$"
      })
  void longNamesOfUnicodePropertiesWork(String pattern) {
    RegularExpression compiled = BoundedPattern.compile(pattern);
    assertThat(compiled.matches("αβγ")).isTrue();
    assertThat(compiled.matches("1-2")).isFalse();
  }

  @Test
  void anEscapedBackslashIsNoProperty() {
    assertThat(BoundedPattern.compile("^\\\\p\\{Letter\\}$").matches("\\p{Letter}")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((a{1000}){1000}){1000}",
        "(?=((a{1000}){1000}){1000})b",
        "((a{1,200}){1,200}){2}",
        "(((a{30}){30}){30})"
      })
  void refusesMultiplyingRepetitions(String pattern) {
    assertThatThrownBy(() -> BoundedPattern.compile(pattern))
        .isInstanceOf(PatternSyntaxException.class)
        .hasMessageContaining("too large");
  }
}
