package dev.adk4j.prompt;

/**
 * Reads text like a human: folds look-alike letters and skips invisible characters and white space.
 * Stops at any character that could open another tag. Not thread-safe.
 */
final class FoldedReader {

  /** No name of the library is longer. */
  private static final int LONGEST_REST = 160;

  private final String text;
  private final boolean tagsAreLetters;
  private int at;

  /**
   * @param tagsAreLetters true to read Unicode's invisible tag characters as ASCII, false to skip
   *     them
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

  /** Skips the folded word; returns false if another word follows. */
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

  /** Returns true if no letter, digit or underscore follows directly. */
  boolean isAtWordEnd() {
    return at >= text.length() || !(Character.isLetterOrDigit(current()) || current() == '_');
  }

  /** Returns the folded text up to the first character that cannot be in the name of a tag. */
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
