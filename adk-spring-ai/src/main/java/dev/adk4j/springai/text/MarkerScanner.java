package dev.adk4j.springai.text;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds markers in a text that arrives in pieces, in order. Holds back text that may begin a marker
 * until more arrives. Takes linear time.
 */
final class MarkerScanner {

  /**
   * Result of a step.
   *
   * @param text text before the marker
   * @param marker null if there is none yet
   */
  record Found(String text, @Nullable Marker marker) {}

  private String pending = "";
  private int at;

  void add(String text) {
    pending = pending.substring(at) + text;
    at = 0;
  }

  /** Returns the text up to the next of these markers, or as far as it certainly contains none. */
  Found next(List<Marker> markers) {
    int start = at;
    for (int i = start; i < pending.length(); i++) {
      boolean begun = false;
      for (Marker marker : markers) {
        String literal = marker.literal();
        if (pending.startsWith(literal, i)) {
          at = i + literal.length();
          return new Found(pending.substring(start, i), marker);
        }
        begun |= begins(literal, i);
      }
      if (begun) {
        at = i;
        return new Found(pending.substring(start, i), null);
      }
    }
    at = pending.length();
    return new Found(pending.substring(start), null);
  }

  /** Returns the text that was held back. Called at the end. */
  String rest() {
    String rest = pending.substring(at);
    at = pending.length();
    return rest;
  }

  /** Returns true if the text from the index on is a prefix of the literal. */
  private boolean begins(String literal, int from) {
    int length = pending.length() - from;
    return length < literal.length() && literal.startsWith(pending.substring(from));
  }
}
