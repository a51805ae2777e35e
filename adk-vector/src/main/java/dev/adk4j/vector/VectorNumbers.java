package dev.adk4j.vector;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Compares numbers of any Java type by value. A double counts as its shortest decimal. */
final class VectorNumbers {

  private static final long EXACT_IN_DOUBLE = 1L << 53;

  private VectorNumbers() {}

  static boolean isFinite(Number number) {
    return !(number instanceof Double || number instanceof Float)
        || Double.isFinite(number.doubleValue());
  }

  private static boolean isLong(Object value) {
    return value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof Byte;
  }

  static int compare(Number a, Number b) {
    if (isLong(a) && isLong(b)) {
      return Long.compare(a.longValue(), b.longValue());
    }
    if (comparesAsDouble(a) && comparesAsDouble(b)) {
      double x = a.doubleValue();
      double y = b.doubleValue();
      // Not Double.compare: -0.0 equals 0.0 here.
      return x < y ? -1 : x > y ? 1 : 0;
    }
    return decimal(a).compareTo(decimal(b));
  }

  private static boolean comparesAsDouble(Number number) {
    return number instanceof Double
        || isLong(number) && Math.abs(number.longValue()) <= EXACT_IN_DOUBLE;
  }

  static BigDecimal decimal(Number number) {
    return switch (number) {
      case BigDecimal decimal -> decimal;
      case BigInteger integer -> new BigDecimal(integer);
      case Double real -> BigDecimal.valueOf(real);
      case Float real -> new BigDecimal(real.toString());
      default -> BigDecimal.valueOf(number.longValue());
    };
  }

  /** Returns the number as text without exponent and trailing zeros. */
  static String text(Number number) {
    BigDecimal decimal = decimal(number);
    return decimal.signum() == 0 ? "0" : decimal.stripTrailingZeros().toPlainString();
  }
}
