package dev.adk4j.schema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpression;

/**
 * A {@code pattern} whose time is bounded whatever text it is given: linear where the pattern
 * allows it, and otherwise (look-around, back references) given up after {@link #LIMIT_MILLIS}.
 */
final class BoundedPattern {

  static final long LIMIT_MILLIS = 250;

  private BoundedPattern() {}

  static RegularExpression compile(String pattern) {
    try {
      Pattern linear = Pattern.compile(pattern);
      return text -> linear.matcher(text).find();
    } catch (PatternSyntaxException notLinear) {
      java.util.regex.Pattern backtracking = java.util.regex.Pattern.compile(atVeryEnd(pattern));
      return text -> find(backtracking, text);
    }
  }

  /** JavaScript's final {@code $} is the very end; Java's also stands before a last line end. */
  private static String atVeryEnd(String pattern) {
    int backslashes = 0;
    while (backslashes < pattern.length() - 1
        && pattern.charAt(pattern.length() - 2 - backslashes) == '\\') {
      backslashes++;
    }
    boolean anchored = pattern.endsWith("$") && backslashes % 2 == 0;
    return anchored ? pattern.substring(0, pattern.length() - 1) + "\\z" : pattern;
  }

  private static boolean find(java.util.regex.Pattern pattern, String text) {
    try {
      return pattern.matcher(new Timed(text, System.nanoTime() + LIMIT_MILLIS * 1_000_000)).find();
    } catch (StackOverflowError e) {
      throw new TimeoutException(pattern.pattern());
    }
  }

  /** The pattern did not come to an end. */
  static final class TimeoutException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TimeoutException(String pattern) {
      super("could not be matched against " + pattern + " in time", null, false, false);
    }

    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }

  /** Text that stops being readable at a point in time. */
  private record Timed(CharSequence text, long until) implements CharSequence {

    @Override
    public char charAt(int index) {
      if (System.nanoTime() - until > 0) {
        throw new TimeoutException("the schema's pattern");
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new Timed(text.subSequence(start, end), until);
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
