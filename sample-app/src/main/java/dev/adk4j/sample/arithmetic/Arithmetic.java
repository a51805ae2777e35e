package dev.adk4j.sample.arithmetic;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Evaluates an arithmetic expression exactly, but for division, roots and constants, which are
 * rounded to {@link Functions#PRECISION} digits.
 *
 * <pre>
 * expression = term { ("+" | "-") term }
 * term       = unary { ("*" | "×" | "/" | "÷" | "%") unary }
 * unary      = ("+" | "-") unary | power
 * power      = postfix [ "^" unary ]            right-associative, binds tighter than a sign: -2^2 = -4
 * postfix    = primary { "!" }
 * primary    = number | "(" expression ")" | constant | function "(" expression { "," expression } ")"
 * </pre>
 */
public final class Arithmetic {

  /** Most characters of an expression. */
  static final int MAX_LENGTH = 4_000;

  private static final int MAX_DEPTH = 200;

  private final String text;
  private int at;
  private int depth;

  private Arithmetic(String text) {
    this.text = text;
  }

  /** Returns the value of the expression. Throws {@link ArithmeticError} if it has none. */
  public static BigDecimal evaluate(String expression) {
    if (expression.length() > MAX_LENGTH) {
      throw new ArithmeticError(
          MAX_LENGTH, "the expression is longer than " + MAX_LENGTH + " characters");
    }
    Arithmetic parser = new Arithmetic(expression);
    BigDecimal value = parser.expression();
    parser.skipBlanks();
    if (parser.at < expression.length()) {
      throw parser.error("expected an operator or the end, found '" + parser.shown() + "'");
    }
    return value;
  }

  private BigDecimal expression() {
    BigDecimal value = term();
    while (true) {
      int start = next();
      if (take('+')) {
        value = Functions.bounded(start, value.add(term()));
      } else if (take('-')) {
        value = Functions.bounded(start, value.subtract(term()));
      } else {
        return value;
      }
    }
  }

  private BigDecimal term() {
    BigDecimal value = unary();
    while (true) {
      int start = next();
      if (take('*') || take('×')) {
        value = Functions.multiply(start, value, unary());
      } else if (take('/') || take('÷')) {
        value = Functions.divide(start, value, unary());
      } else if (take('%')) {
        value = Functions.remainder(start, value, unary());
      } else {
        return value;
      }
    }
  }

  private BigDecimal unary() {
    if (++depth > MAX_DEPTH) {
      throw error("the expression is nested deeper than " + MAX_DEPTH + " levels");
    }
    try {
      next();
      if (take('-')) {
        return unary().negate();
      }
      return take('+') ? unary() : power();
    } finally {
      depth--;
    }
  }

  private BigDecimal power() {
    BigDecimal base = postfix();
    int start = next();
    return take('^') ? Functions.power(start, base, unary()) : base;
  }

  private BigDecimal postfix() {
    BigDecimal value = primary();
    int start = next();
    while (take('!')) {
      value = Functions.factorial(start, value);
      start = next();
    }
    return value;
  }

  private BigDecimal primary() {
    int start = next();
    if (take('(')) {
      BigDecimal value = expression();
      close();
      return value;
    }
    if (at < text.length() && (isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
      return number();
    }
    if (at < text.length() && Character.isLetter(text.charAt(at))) {
      return named(start);
    }
    throw error(
        at < text.length()
            ? "expected a number, found '" + shown() + "'"
            : "expected a number, found the end");
  }

  private BigDecimal named(int start) {
    while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    String name = text.substring(start, at).toLowerCase(Locale.ROOT);
    next();
    if (!take('(')) {
      return Functions.constant(start, name);
    }
    List<BigDecimal> arguments = new ArrayList<>();
    do {
      arguments.add(expression());
      next();
    } while (take(','));
    close();
    return Functions.call(start, name, arguments);
  }

  private BigDecimal number() {
    int start = at;
    digits();
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      digits();
    }
    if (text.substring(start, at).equals(".")) {
      throw new ArithmeticError(start, "expected a digit beside the point");
    }
    exponent();
    try {
      return Functions.bounded(start, new BigDecimal(text.substring(start, at)));
    } catch (NumberFormatException e) {
      throw new ArithmeticError(start, "the number is out of range");
    }
  }

  /**
   * Reads {@code e} or {@code E} as an exponent only if digits follow; otherwise e is the constant.
   */
  private void exponent() {
    if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      int digit = at + 1;
      if (digit < text.length() && (text.charAt(digit) == '+' || text.charAt(digit) == '-')) {
        digit++;
      }
      if (digit < text.length() && isDigit(text.charAt(digit))) {
        at = digit;
        digits();
      }
    }
  }

  private void digits() {
    while (at < text.length() && isDigit(text.charAt(at))) {
      at++;
    }
  }

  private void close() {
    next();
    if (!take(')')) {
      throw error(
          at < text.length()
              ? "expected ')', found '" + shown() + "'"
              : "expected ')', found the end");
    }
  }

  private int next() {
    skipBlanks();
    return at;
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean take(char c) {
    if (at < text.length() && text.charAt(at) == c) {
      at++;
      return true;
    }
    return false;
  }

  private String shown() {
    return new String(Character.toChars(text.codePointAt(at)));
  }

  private ArithmeticError error(String message) {
    return new ArithmeticError(at, message);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
