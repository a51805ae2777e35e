package dev.adk4j.sample.arithmetic;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

/** Operators and functions of {@link Arithmetic}, within bounds that keep every call short. */
final class Functions {

  static final int PRECISION = 34;

  private static final MathContext ROUNDED = new MathContext(PRECISION, RoundingMode.HALF_EVEN);
  private static final int MAX_DIGITS = 5_000;
  private static final int MAX_FACTORIAL = 1_000;
  private static final BigDecimal PI = new BigDecimal("3.141592653589793238462643383279503");
  private static final BigDecimal E = new BigDecimal("2.718281828459045235360287471352662");

  private Functions() {}

  static BigDecimal constant(int position, String name) {
    return switch (name) {
      case "pi", "π" -> PI;
      case "e" -> E;
      default -> throw new ArithmeticError(position, "unknown name '" + name + "'");
    };
  }

  static BigDecimal call(int position, String name, List<BigDecimal> arguments) {
    BigDecimal first = arguments.getFirst();
    return switch (name) {
      case "sqrt" -> sqrt(position, one(position, name, arguments));
      case "abs" -> one(position, name, arguments).abs();
      case "floor" -> one(position, name, arguments).setScale(0, RoundingMode.FLOOR);
      case "ceil" -> one(position, name, arguments).setScale(0, RoundingMode.CEILING);
      case "round" -> round(position, arguments);
      case "min" -> arguments.stream().reduce(first, BigDecimal::min);
      case "max" -> arguments.stream().reduce(first, BigDecimal::max);
      default -> throw new ArithmeticError(position, "unknown function '" + name + "'");
    };
  }

  static BigDecimal multiply(int position, BigDecimal a, BigDecimal b) {
    requireDigits(position, (long) a.precision() + b.precision());
    return bounded(position, a.multiply(b));
  }

  static BigDecimal divide(int position, BigDecimal a, BigDecimal b) {
    requireDivisor(position, b);
    try {
      return bounded(position, a.divide(b, ROUNDED));
    } catch (ArithmeticException e) {
      throw new ArithmeticError(position, "the quotient is out of range");
    }
  }

  static BigDecimal remainder(int position, BigDecimal a, BigDecimal b) {
    requireDivisor(position, b);
    requireDigits(position, magnitude(a) - magnitude(b));
    return bounded(position, a.remainder(b));
  }

  static BigDecimal power(int position, BigDecimal base, BigDecimal exponent) {
    int n;
    try {
      n = exponent.intValueExact();
    } catch (ArithmeticException e) {
      throw new ArithmeticError(position, "the exponent must be a whole number");
    }
    requireDigits(position, Math.abs((long) n) * Math.max(1, base.precision()));
    if (n >= 0) {
      return bounded(position, base.pow(n));
    }
    return divide(position, BigDecimal.ONE, bounded(position, base.pow(-n)));
  }

  static BigDecimal factorial(int position, BigDecimal value) {
    int n;
    try {
      n = value.intValueExact();
    } catch (ArithmeticException e) {
      throw new ArithmeticError(position, "a factorial needs a whole number");
    }
    if (n < 0 || n > MAX_FACTORIAL) {
      throw new ArithmeticError(position, "a factorial needs a number from 0 to " + MAX_FACTORIAL);
    }
    BigInteger product = BigInteger.ONE;
    for (int i = 2; i <= n; i++) {
      product = product.multiply(BigInteger.valueOf(i));
    }
    return new BigDecimal(product);
  }

  /** Returns the value. Throws an error if it has too many digits before or after the point. */
  static BigDecimal bounded(int position, BigDecimal value) {
    requireDigits(
        position,
        Math.max(value.precision(), Math.max(Math.abs(magnitude(value)), Math.abs(value.scale()))));
    return value;
  }

  private static BigDecimal sqrt(int position, BigDecimal value) {
    if (value.signum() < 0) {
      throw new ArithmeticError(position, "the square root of a negative number is not real");
    }
    return value.sqrt(ROUNDED);
  }

  private static BigDecimal round(int position, List<BigDecimal> arguments) {
    if (arguments.size() > 2) {
      throw new ArithmeticError(
          position, "round takes a number and, optionally, how many digits to keep");
    }
    int digits = 0;
    if (arguments.size() == 2) {
      try {
        digits = arguments.get(1).intValueExact();
      } catch (ArithmeticException e) {
        digits = -1;
      }
      if (digits < 0 || digits > 100) {
        throw new ArithmeticError(position, "round keeps from 0 to 100 digits");
      }
    }
    return arguments.getFirst().setScale(digits, RoundingMode.HALF_UP);
  }

  private static BigDecimal one(int position, String name, List<BigDecimal> arguments) {
    if (arguments.size() != 1) {
      throw new ArithmeticError(
          position, name + " takes one number, was given " + arguments.size());
    }
    return arguments.getFirst();
  }

  private static void requireDivisor(int position, BigDecimal divisor) {
    if (divisor.signum() == 0) {
      throw new ArithmeticError(position, "division by zero");
    }
  }

  private static void requireDigits(int position, long digits) {
    if (digits > MAX_DIGITS) {
      throw new ArithmeticError(position, "the result has more than " + MAX_DIGITS + " digits");
    }
  }

  /** Returns the power of ten of the leading digit. */
  private static long magnitude(BigDecimal value) {
    return (long) value.precision() - value.scale();
  }
}
