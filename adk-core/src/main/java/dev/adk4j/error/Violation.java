package dev.adk4j.error;

import java.util.regex.Pattern;

/**
 * One violation in a value.
 *
 * @param path the position, as a JSON path of the input ({@code $.attachments[0]}); {@code $} for
 *     the whole value
 * @param rule the kind of the violated rule, such as {@code required}, {@code type}, {@code range}
 *     or {@code unknown}
 * @param message the error and the accepted values; never the offending content itself
 */
public record Violation(String path, String rule, String message) {

  private static final int LONGEST_KEY = 64;
  private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,63}");

  /**
   * Returns the path of an object's member. Quotes keys that are not plain names, and shortens long
   * ones.
   */
  public static String member(String parent, String key) {
    if (PLAIN_NAME.matcher(key).matches()) {
      return parent + '.' + key;
    }
    StringBuilder quoted = new StringBuilder(parent).append("['");
    int end = Math.min(key.length(), LONGEST_KEY);
    for (int i = 0; i < end; i++) {
      char c = key.charAt(i);
      if (c == '\'' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (Character.isISOControl(c) || Character.isSurrogate(c)) {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append(end < key.length() ? "…']" : "']").toString();
  }

  /** Returns the path of a list's element. */
  public static String element(String parent, int index) {
    return parent + '[' + index + ']';
  }
}
