package dev.adk4j.prompt;

/**
 * Reads text as a reader's eye would: look-alike letters folded, invisible characters and white
 * space skipped. Stops at whatever could open another tag. Not thread-safe.
 */
final class FoldedReader {

  /** Names are short; what is longer is none of ours. */
  private static final int LONGEST_REST = 160;

  private final String text;
  private final boolean tagsAreLetters;
  private int at;

  /**
   * @param tagsAreLetters whether Unicode's invisible tag characters are read as the ASCII they
   *     stand for, or skipped like other invisible ones
   */
  FoldedReader(String text, int from, boolean tagsAreLetters) {
    this.text = text;
    this.at = from;
    this.tagsAreLetters = tagsAreLetters;
  }

  FoldedReader copy() {
    return new FoldedReader(text, at, tagsAreLetters);
  }

  void skipSlash() {
    skipBlank();
    while (at < text.length() && Lookalikes.isSlash(current())) {
      advance();
      skipBlank();
    }
  }

  /** Whether the folded word comes next; then it is behind the reader. */
  boolean skip(String word) {
    int matched = 0;
    while (matched < word.length()) {
      skipBlank();
      if (at >= text.length()) {
        return false;
      }
      String folded = Lookalikes.fold(current());
      if (folded.isEmpty() || !word.startsWith(folded, matched)) {
        return false;
      }
      matched += folded.length();
      advance();
    }
    return true;
  }

  /** Whether no letter, digit or underscore follows directly. */
  boolean isAtWordEnd() {
    return at >= text.length() || !(Character.isLetterOrDigit(current()) || current() == '_');
  }

  /** What directly follows, folded, up to the first character that is no part of a tag's name. */
  String restOfName() {
    StringBuilder rest = new StringBuilder();
    while (at < text.length() && rest.length() < LONGEST_REST) {
      int c = current();
      if (Lookalikes.isInvisible(c)) {
        advance();
        continue;
      }
      String folded = Lookalikes.fold(c);
      if (folded.isEmpty() || !folded.codePoints().allMatch(FoldedReader::isNamePart)) {
        break;
      }
      rest.append(folded);
      advance();
    }
    return rest.toString();
  }

  private static boolean isNamePart(int c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
  }

  private int current() {
    int c = text.codePointAt(at);
    return tagsAreLetters ? Lookalikes.tagToAscii(c) : c;
  }

  private void advance() {
    at += Character.charCount(text.codePointAt(at));
  }

  private void skipBlank() {
    while (at < text.length()) {
      int c = current();
      if (!Lookalikes.isInvisible(c) && !Character.isWhitespace(c) && !Character.isSpaceChar(c)) {
        return;
      }
      advance();
    }
  }
}
