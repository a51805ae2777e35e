package dev.adk4j.springai.text;

import java.util.List;

/**
 * Fixed text that marks a part of an answer.
 *
 * @param family kind of model that writes it
 * @param pair number that an opener shares with its closer, within a family
 */
record Marker(String literal, Kind kind, String family, int pair) {

  enum Kind {
    /** Begins reasoning. */
    OPENS,
    /** Ends reasoning. */
    CLOSES,
    /** Begins or ends the answer, without a meaning for the preceding text. */
    FRAMES,
    /** Leaked token of the chat template, which is removed at both ends of a text. */
    LEAKS
  }

  static Marker opens(String family, int pair, String literal) {
    return new Marker(literal, Kind.OPENS, family, pair);
  }

  static Marker closes(String family, int pair, String literal) {
    return new Marker(literal, Kind.CLOSES, family, pair);
  }

  static Marker frames(String family, String literal) {
    return new Marker(literal, Kind.FRAMES, family, -1);
  }

  static List<Marker> leaks() {
    return TemplateTokens.LITERALS.stream()
        .map(token -> new Marker(token, Kind.LEAKS, "", -1))
        .toList();
  }

  boolean closes(Marker opener) {
    return kind == Kind.CLOSES && pair == opener.pair && family.equals(opener.family);
  }
}
