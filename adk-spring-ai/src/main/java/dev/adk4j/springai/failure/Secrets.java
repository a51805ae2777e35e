package dev.adk4j.springai.failure;

import java.util.regex.Pattern;

/** Removes possible credentials from the text of an error. */
final class Secrets {

  private static final String GONE = "***";

  /** Credential as a header, JSON member or query parameter. */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?i)(\\b(?:proxy-)?authorization|\\bx-api-key|\\bapi[-_]?key|\\bx-goog-api-key|\\bkey)"
              + "(\"?\\s*[:=]\\s*\"?)(?:(?:bearer|basic)\\s+)?[^\\s\"',;&}{)]{4,}");

  private static final Pattern BEARER = Pattern.compile("(?i)\\b(bearer|basic)\\s+[\\w.~+/=-]{8,}");

  private static final Pattern OPEN_AI = Pattern.compile("\\bsk-[\\w*.-]{4,}");

  private Secrets() {}

  static String removed(String text) {
    String named = NAMED.matcher(text).replaceAll("$1$2" + GONE);
    String bearer = BEARER.matcher(named).replaceAll("$1 " + GONE);
    return OPEN_AI.matcher(bearer).replaceAll(GONE);
  }
}
