package dev.adk4j.test.vector;

import java.util.List;

/** Texts that break out of quotes, paths and expressions if they are concatenated. */
final class Hostile {

  static final List<String> TEXTS =
      List.of(
          "docs; drop table docs; --",
          "docs\"; drop table \"docs\"; --",
          "' or '1'='1",
          "\" or \"1\"=\"1",
          "x') or true --",
          "a\\' or 1=1",
          "{a,b}",
          "a,b}",
          "$.a ? (@ == 1)",
          "$1",
          "?",
          "??",
          "%",
          "a'] or true or #metadata['a",
          "T(java.lang.Runtime).getRuntime().exec('true')",
          "#{1+1}",
          "${x}",
          "null",
          "NULL",
          "__proto__",
          "id ",
          " ");

  private Hostile() {}
}
