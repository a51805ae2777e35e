package dev.adk4j.sample.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArithmeticTests {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 + 2 * 3 | 7",
        "(1 + 2) * 3 | 9",
        "10 - 4 - 3 | 3",
        "2 ^ 3 ^ 2 | 512",
        "-2 ^ 2 | -4",
        "(-2) ^ 2 | 4",
        "2 ^ -2 | 0.25",
        "7 % 4 | 3",
        "-7 % 4 | -3",
        "1 / 3 | 0.3333333333333333333333333333333333",
        "0.1 + 0.2 | 0.3",
        ".5 * 4. | 2",
        "1e3 + 2E-1 | 1000.2",
        "5! / 3! | 20",
        "sqrt(2) | 1.414213562373095048801688724209698",
        "sqrt(144) | 12",
        "min(3, 1, 2) + max(3, 1, 2) | 4",
        "round(2.5) | 3",
        "round(2.345, 2) | 2.35",
        "floor(-1.5) | -2",
        "ceil(-1.5) | -1",
        "abs(-3) | 3",
        "2 * pi | 6.283185307179586476925286766559006",
        "e | 2.718281828459045235360287471352662",
        "6 ÷ 2 × 4 | 12",
        "--1 | 1",
        "99999999999999999999 * 99999999999999999999 | 9999999999999999999800000000000000000001",
        "0 * 5 | 0"
      })
  void evaluates(String expression, String value) {
    assertThat(Numbers.text(Arithmetic.evaluate(expression))).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 + | expected a number, found the end (at character 4)",
        "1 + * 2 | expected a number, found '*' (at character 5)",
        "(1 + 2 | expected ')', found the end (at character 7)",
        "1 2 | expected an operator or the end, found '2' (at character 3)",
        "1 / 0 | division by zero (at character 3)",
        "5 % 0 | division by zero (at character 3)",
        "foo + 1 | unknown name 'foo' (at character 1)",
        "foo(1) | unknown function 'foo' (at character 1)",
        "sqrt(-1) | the square root of a negative number is not real (at character 1)",
        "sqrt(1, 2) | sqrt takes one number, was given 2 (at character 1)",
        "2 ^ 0.5 | the exponent must be a whole number (at character 3)",
        "9 ^ 9 ^ 9 | the result has more than 5000 digits (at character 3)",
        "2.5! | a factorial needs a whole number (at character 4)",
        "1001! | a factorial needs a number from 0 to 1000 (at character 5)",
        ". | expected a digit beside the point (at character 1)",
        "1e999999999 | the result has more than 5000 digits (at character 1)",
        "1e99999999999 | the number is out of range (at character 1)"
      })
  void reportsErrorAndPosition(String expression, String message) {
    assertThatThrownBy(() -> Arithmetic.evaluate(expression))
        .isInstanceOf(ArithmeticError.class)
        .hasMessage(message);
  }

  @Test
  void refusesDepthAndLengthInsteadOfOverflowing() {
    assertThatThrownBy(() -> Arithmetic.evaluate("(".repeat(3_000)))
        .isInstanceOf(ArithmeticError.class)
        .hasMessageContaining("nested deeper");
    assertThatThrownBy(() -> Arithmetic.evaluate("1".repeat(5_000)))
        .isInstanceOf(ArithmeticError.class)
        .hasMessageContaining("longer than 4000");
  }

  @Test
  void anyTextHasAValueOrAnArithmeticError() {
    Random random = new Random(42);
    String alphabet = "0123456789.+-*/%^!(), episqrtmaxfloor\t";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(30); n >= 0; n--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      try {
        BigDecimal value = Arithmetic.evaluate(text.toString());
        assertThat(Numbers.text(value)).as(text.toString()).isNotEmpty();
      } catch (ArithmeticError e) {
        assertThat(e.position()).as(text.toString()).isBetween(0, text.length());
      }
    }
  }
}
