package dev.adk4j.vector;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts the placeholders of an SQL fragment. Literals, quoted names and comments are skipped, and
 * {@code ??} is the operator character. The pattern has no nested repetition, so its time is
 * linear.
 */
final class RawSql {

  private static final Pattern DOLLAR_TAG = Pattern.compile("\\$(?:[A-Za-z_][A-Za-z_0-9]*)?\\$");

  private final String sql;
  private int at;

  private RawSql(String sql) {
    this.sql = sql;
  }

  static int placeholders(String sql) {
    return new RawSql(sql).count();
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
        case '?' -> {
          if (sql.startsWith("??", at)) {
            at += 2;
          } else {
            found++;
            at++;
          }
        }
        default -> at++;
      }
    }
    return found;
  }

  /** {@code E'…'}, where a backslash escapes. */
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
  }

  private void dollarQuoted() {
    Matcher tag = DOLLAR_TAG.matcher(sql).region(at, sql.length());
    if (!tag.lookingAt() || at > 0 && Character.isJavaIdentifierPart(sql.charAt(at - 1))) {
      at++;
      return;
    }
    int end = sql.indexOf(tag.group(), tag.end());
    at = end < 0 ? sql.length() : end + tag.group().length();
  }
}
