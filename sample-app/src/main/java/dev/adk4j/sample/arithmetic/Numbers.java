package dev.adk4j.sample.arithmetic;

import java.math.BigDecimal;

/** Writes numbers for people. */
public final class Numbers {

  private static final int PLAIN_DIGITS = 60;

  private Numbers() {}

  /** Without trailing zeros; plain up to 60 digits, scientific beyond. */
  public static String text(BigDecimal value) {
    if (value.signum() == 0) {
      return "0";
    }
    BigDecimal shortest = value.stripTrailingZeros();
    String plain = shortest.toPlainString();
    return plain.length() <= PLAIN_DIGITS ? plain : shortest.toString();
  }
}
