package dev.adk4j.vector;

import dev.adk4j.error.AdkException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts the placeholders of an SQL fragment and rejects an incomplete expression, which could
 * close the brackets around it. Skips literals, quoted names and comments; {@code ??} is the
 * operator character. Takes linear time.
 */
final class RawSql {

  private static final Pattern DOLLAR_TAG = Pattern.compile("\\$(?:[A-Za-z_][A-Za-z_0-9]*)?\\$");

  private final String sql;
  private final Deque<Character> open = new ArrayDeque<>();
  private int at;

  private RawSql(String sql) {
    this.sql = sql;
  }

  /**
   * Returns the number of placeholders.
   *
   * @throws dev.adk4j.error.AdkException {@code E_VECTOR_STORE_QUERY_CONFLICT} for an unbalanced
   *     bracket, an open text or comment, and a semicolon
   */
  static int placeholders(String sql) {
    RawSql fragment = new RawSql(sql);
    int found = fragment.count();
    if (!fragment.open.isEmpty()) {
      throw notOneExpression("'" + fragment.open.peek() + "' is not closed");
    }
    return found;
  }

  private static AdkException notOneExpression(String why) {
    return VectorErrors.queryConflict("A raw fragment must be one expression: " + why + ".");
  }

  private void close(char opening) {
    if (open.isEmpty() || open.pop() != opening) {
      throw notOneExpression("'" + sql.charAt(at) + "' closes a bracket that is not open");
    }
    at++;
  }

  private static AdkException notEnded(String what) {
    return notOneExpression(what + " does not end");
  }

  private int count() {
    int found = 0;
    while (at < sql.length()) {
      char c = sql.charAt(at);
      switch (c) {
        case '\'' -> quoted('\'', isEscapeString());
        case '"' -> quoted('"', false);
        case '-' -> lineComment();
        case '/' -> blockComment();
        case '$' -> dollarQuoted();
        case '(', '[' -> {
          open.push(c);
          at++;
        }
        case ')' -> close('(');
        case ']' -> close('[');
        case ';' -> throw notOneExpression("';' ends it");
        case '?' -> {
          boolean escaped = sql.startsWith("??", at);
          found += escaped ? 0 : 1;
          at += escaped ? 2 : 1;
        }
        default -> at++;
      }
    }
    return found;
  }

  /** Returns true in {@code E'…'}, where a backslash escapes. */
  private boolean isEscapeString() {
    boolean prefixed = at > 0 && (sql.charAt(at - 1) == 'E' || sql.charAt(at - 1) == 'e');
    return prefixed && (at == 1 || !Character.isJavaIdentifierPart(sql.charAt(at - 2)));
  }

  private void quoted(char quote, boolean backslash) {
    at++;
    while (at < sql.length()) {
      char c = sql.charAt(at++);
      if (c == '\\' && backslash) {
        at++;
      } else if (c == quote) {
        return;
      }
    }
    throw notEnded("a text or name in quotes");
  }

  private void lineComment() {
    if (!sql.startsWith("--", at)) {
      at++;
      return;
    }
    int end = sql.indexOf('\n', at);
    at = end < 0 ? sql.length() : end;
  }

  private void blockComment() {
    if (!sql.startsWith("/*", at)) {
      at++;
      return;
    }
    int depth = 0;
    do {
      boolean opens = sql.startsWith("/*", at);
      boolean closes = sql.startsWith("*/", at);
      depth += opens ? 1 : closes ? -1 : 0;
      at += opens || closes ? 2 : 1;
    } while (depth > 0 && at < sql.length());
    if (depth > 0) {
      throw notEnded("a comment");
    }
  }

  private void dollarQuoted() {
    Matcher tag = DOLLAR_TAG.matcher(sql).region(at, sql.length());
    if (!tag.lookingAt() || at > 0 && Character.isJavaIdentifierPart(sql.charAt(at - 1))) {
      at++;
      return;
    }
    int end = sql.indexOf(tag.group(), tag.end());
    if (end < 0) {
      throw notEnded("a text between " + tag.group());
    }
    at = end + tag.group().length();
  }
}
