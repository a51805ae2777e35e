package dev.adk4j.springai.text;

import java.util.Collection;
import java.util.Locale;

/** Finds parsers by name. */
final class Names {

  private Names() {}

  static String plain(String name) {
    return name.strip().toLowerCase(Locale.ROOT).replace('-', '_');
  }

  static String unknown(String option, String name, Collection<String> known) {
    return "%s: there is no '%s'; the parsers are %s, and a custom parser."
        .formatted(option, name, String.join(", ", known));
  }
}
