package dev.adk4j.prompt;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds imitations of tags in external text and neutralizes them: the opening bracket becomes
 * {@code &lt;}, and all other text is unchanged. Letter case, look-alike letters, invisible
 * characters and line breaks do not hide a tag. Takes time linear in the text.
 *
 * @param words folded
 * @param ending tests the text after the word
 */
record Imitations(List<String> words, Predicate<FoldedReader> ending) {

  /** All families of envelopes. */
  static final List<String> FAMILIES =
      List.of(
          "memory",
          "retrieved",
          "untrusted_content",
          "trusted_content",
          "message",
          "peer_agent_output",
          "thought");

  /** Matches the only tag without a nonce. */
  static final Imitations DEVELOPER_RULES = ofTag("system_instructions");

  /** Matches openers and closers of that tag. */
  static Imitations ofTag(String name) {
    return new Imitations(List.of(Lookalikes.fold(name)), FoldedReader::isAtWordEnd);
  }

  /** Matches openers and closers of every envelope with that nonce. */
  static Imitations ofNonce(String nonce) {
    return ofNonces(Set.of(nonce));
  }

  /** Matches openers and closers of every envelope with one of those nonces. */
  static Imitations ofNonces(Set<String> nonces) {
    Set<String> folded =
        nonces.stream().map(Lookalikes::fold).collect(Collectors.toUnmodifiableSet());
    return new Imitations(
        FAMILIES.stream().map(family -> Lookalikes.fold(family + "_")).toList(),
        reader -> folded.contains(reader.restOfName()));
  }

  /** Returns the text with every imitation neutralized; the same instance if there is none. */
  String defuse(String text) {
    StringBuilder out = null;
    int copied = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int next = i + Character.charCount(c);
      if (Lookalikes.isBracket(c) && opensTag(text, next)) {
        out = out == null ? new StringBuilder(text.length() + 16) : out;
        out.append(text, copied, i).append("&lt;");
        copied = next;
      }
      i = next;
    }
    return out == null ? text : out.append(text, copied, text.length()).toString();
  }

  private boolean opensTag(String text, int from) {
    // Most brackets are code or comparisons, with which no tag begins.
    if (from >= text.length() || text.charAt(from) == '<' || text.charAt(from) == '=') {
      return false;
    }
    return opensTag(new FoldedReader(text, from, false))
        || opensTag(new FoldedReader(text, from, true));
  }

  private boolean opensTag(FoldedReader start) {
    start.skipSlash();
    for (String word : words) {
      FoldedReader reader = start.copy();
      if (reader.skip(word) && ending.test(reader)) {
        return true;
      }
    }
    return false;
  }
}
