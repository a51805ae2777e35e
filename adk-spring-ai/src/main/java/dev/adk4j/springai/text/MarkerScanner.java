package dev.adk4j.springai.text;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds markers in a text that comes in pieces, the earliest first. What may be the beginning of
 * one is kept until more has come. Takes time in proportion to the text.
 */
final class MarkerScanner {

  /**
   * What comes next.
   *
   * @param text before the marker
   * @param marker null where there is none yet
   */
  record Found(String text, @Nullable Marker marker) {}

  private String pending = "";
  private int at;

  void add(String text) {
    pending = pending.substring(at) + text;
    at = 0;
  }

  /** Up to the next of these markers, or as far as there is surely none. */
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

  /** What was kept, once there is no more to come. */
  String rest() {
    String rest = pending.substring(at);
    at = pending.length();
    return rest;
  }

  /** Whether all from there on is the beginning of the literal. */
  private boolean begins(String literal, int from) {
    int length = pending.length() - from;
    return length < literal.length() && literal.startsWith(pending.substring(from));
  }
}
