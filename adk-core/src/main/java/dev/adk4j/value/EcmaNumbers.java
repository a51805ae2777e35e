package dev.adk4j.value;

import java.math.BigDecimal;

/**
 * Writes a double like ECMAScript: the shortest decimal that reads back as the same double, in
 * ECMAScript's layout.
 */
final class EcmaNumbers {

  private static final double SAFE = 9007199254740992.0;

  private EcmaNumbers() {}

  /** Appends the text; {@code null} for a non-finite number. */
  static void append(double value, StringBuilder out) {
    if (!Double.isFinite(value)) {
      out.append("null");
    } else if (value == Math.rint(value) && Math.abs(value) <= SAFE) {
      // Also turns -0 into 0.
      out.append((long) value);
    } else {
      if (value < 0) {
        out.append('-');
      }
      shortest(Math.abs(value), out);
    }
  }

  private static void shortest(double value, StringBuilder out) {
    // Double.toString has been shortest since JDK 19, but never gives fewer than two digits.
    BigDecimal decimal = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    if (decimal.precision() == 2) {
      decimal = oneDigit(decimal, value);
    }
    String digits = decimal.unscaledValue().toString();
    layout(digits, digits.length() - decimal.scale(), out);
  }

  /**
   * Returns a one-digit decimal that reads back as the same double, the nearer of two, or the given
   * one.
   */
  private static BigDecimal oneDigit(BigDecimal two, double value) {
    BigDecimal down = two.setScale(two.scale() - 1, java.math.RoundingMode.HALF_EVEN);
    return down.doubleValue() == value ? down.stripTrailingZeros() : two;
  }

  /** Writes {@code point} digits before the decimal point. */
  private static void layout(String digits, int point, StringBuilder out) {
    int count = digits.length();
    if (count <= point && point <= 21) {
      out.append(digits).repeat('0', point - count);
    } else if (0 < point && point <= 21) {
      out.append(digits, 0, point).append('.').append(digits, point, count);
    } else if (-6 < point && point <= 0) {
      out.append("0.").repeat('0', -point).append(digits);
    } else {
      out.append(digits.charAt(0));
      if (count > 1) {
        out.append('.').append(digits, 1, count);
      }
      int exponent = point - 1;
      out.append(exponent < 0 ? "e-" : "e+").append(Math.abs(exponent));
    }
  }
}
