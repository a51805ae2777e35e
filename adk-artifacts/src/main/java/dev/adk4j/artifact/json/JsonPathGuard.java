package dev.adk4j.artifact.json;

import java.util.regex.Pattern;

/**
 * Rejects paths that are nested too deep to be parsed, match regular expressions, call functions,
 * or change the value. Also checks quoted names, since only the real parser determines the end of a
 * quotation.
 */
final class JsonPathGuard {

  private static final int MAX_LENGTH = 1000;
  private static final int MAX_NESTING = 100;

  // A function at the end of a path, or the one that appends to the value itself.
  private static final Pattern FUNCTION =
      Pattern.compile("append\\s*\\(|^[^\\[(]*\\.\\s*\\w+\\s*\\(|\\]\\.\\w+\\(\\s*\\)\\s*$");

  /** The parser ignores the step of a slice. */
  private static final Pattern STEP = Pattern.compile("\\[[-\\d\\s]*:[-\\d\\s]*:");

  private JsonPathGuard() {}

  static void check(String path) {
    if (path.isBlank() || path.length() > MAX_LENGTH) {
      throw BoundedJsonPath.invalid("A JSONPath has 1 to " + MAX_LENGTH + " characters.", null);
    }
    if (path.contains("=~")) {
      throw BoundedJsonPath.invalid(
          "The operator =~ is not allowed in a JSONPath: compare with == or search the lines with"
              + " grep.",
          null);
    }
    if (FUNCTION.matcher(path).find()) {
      throw BoundedJsonPath.invalid(
          "Path functions such as length() are not allowed in a JSONPath.", null);
    }
    if (STEP.matcher(path).find()) {
      throw BoundedJsonPath.invalid("A slice has only a start and an end, such as [0:10].", null);
    }
    if (path.stripTrailing().endsWith("[")) {
      throw BoundedJsonPath.invalid("The JSONPath ends with an open bracket.", null);
    }
    if (path.chars().filter(c -> c == '(' || c == '[' || c == '!').count() > MAX_NESTING) {
      throw BoundedJsonPath.invalid(
          "The JSONPath has more than " + MAX_NESTING + " brackets and negations.", null);
    }
  }
}
