package dev.adk4j.turn;

import dev.adk4j.internal.Mutex;
import org.jspecify.annotations.Nullable;

/**
 * The text of one stream, shared by all its steps; each step stores only the length that the text
 * had. The cost of appending is the length of the appended text (the buffer doubles), the cost of
 * reading is the length of the read text.
 */
final class StreamBuffer {

  private final Mutex mutex = new Mutex();
  private final StringBuilder text = new StringBuilder();
  private @Nullable String latest;

  /** Appends the text and returns the length of the whole text. */
  int append(String delta) {
    // not by a supplier, which would box the length of each piece
    mutex.lock();
    try {
      text.append(delta);
      return text.length();
    } finally {
      mutex.unlock();
    }
  }

  /** Returns the whole text. */
  String text() {
    return mutex.get(text::toString);
  }

  /**
   * Returns the text as it was at this length. The last result is kept, since every listener
   * requests the same one.
   */
  String prefix(int length) {
    return mutex.get(
        () -> {
          String known = latest;
          if (known == null || known.length() != length) {
            known = text.substring(0, length);
            latest = known;
          }
          return known;
        });
  }
}
