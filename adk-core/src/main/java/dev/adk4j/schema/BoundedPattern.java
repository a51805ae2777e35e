package dev.adk4j.schema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpression;

/**
 * A {@code pattern} whose time is bounded whatever text it is given: linear where the pattern
 * allows it, and otherwise (look-around, back references) given up after {@link #MAX_STEPS}. Steps,
 * for what fits has to fit however busy the machine is.
 */
final class BoundedPattern {

  /** Looks at a character of the text; some tenths of a second. */
  static final int MAX_STEPS = 5_000_000;

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

  static boolean find(java.util.regex.Pattern pattern, CharSequence text) {
    try {
      return pattern.matcher(new Counted(text, new int[1])).find();
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

  /** Text that stops being readable after so many looks at it or at parts of it. */
  private record Counted(CharSequence text, int[] steps) implements CharSequence {

    @Override
    public char charAt(int index) {
      if (++steps[0] > MAX_STEPS) {
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
      return new Counted(text.subSequence(start, end), steps);
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
