package dev.adk4j.sample.arithmetic;

import java.math.BigDecimal;

/** Formats numbers. */
public final class Numbers {

  private static final int PLAIN_DIGITS = 60;

  private Numbers() {}

  /** Removes trailing zeros. Numbers of more than 60 digits are in scientific notation. */
  public static String text(BigDecimal value) {
    if (value.signum() == 0) {
      return "0";
    }
    BigDecimal shortest = value.stripTrailingZeros();
    String plain = shortest.toPlainString();
    return plain.length() <= PLAIN_DIGITS ? plain : shortest.toString();
  }
}
