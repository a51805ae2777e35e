package dev.adk4j.sample.arithmetic;

/**
 * Reason for which an expression has no value. {@code position} is the 0-based index of the
 * character in question.
 */
public final class ArithmeticError extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int position;

  ArithmeticError(int position, String message) {
    super(message + " (at character " + (position + 1) + ")");
    this.position = position;
  }

  public int position() {
    return position;
  }
}
