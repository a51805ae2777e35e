package dev.adk4j.artifact.internal;

/** Defines the characters that count as blank. */
public final class Blanks {

  private Blanks() {}

  /** Returns true for the characters that JavaScript's trim removes. */
  public static boolean isBlank(char c) {
    return (c >= '\t' && c <= '\r')
        || c == '\u2028'
        || c == '\u2029'
        || c == '\uFEFF'
        || Character.getType(c) == Character.SPACE_SEPARATOR;
  }
}
