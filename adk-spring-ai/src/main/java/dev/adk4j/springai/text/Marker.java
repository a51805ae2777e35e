package dev.adk4j.springai.text;

import java.util.List;

/**
 * A fixed text that means something.
 *
 * @param family which kind of model writes it
 * @param pair which opener belongs to which closer, inside a family
 */
record Marker(String literal, Kind kind, String family, int pair) {

  enum Kind {
    /** Reasoning begins. */
    OPENS,
    /** Reasoning ends. */
    CLOSES,
    /** The answer begins, or ends; says nothing of what stands before it. */
    FRAMES,
    /** A token of the chat template that slipped out; it means nothing at either end of a text. */
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
