package dev.adk4j.turn;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The text of one stream, shared by all its steps: each remembers only how long the text was.
 * Appending costs the length of what is appended (the buffer doubles), reading the length of what
 * is read.
 */
final class StreamBuffer {

  private final ReentrantLock lock = new ReentrantLock();
  private final StringBuilder text = new StringBuilder();
  private @Nullable String latest;
  private long copied;

  /** Returns the length of the whole text. */
  int append(String delta) {
    lock.lock();
    try {
      int needed = text.length() + delta.length();
      if (needed > text.capacity()) {
        copied += text.length();
        text.ensureCapacity(
            (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(needed, 2L * text.capacity())));
      }
      copied += delta.length();
      text.append(delta);
      return needed;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the whole text. */
  String text() {
    lock.lock();
    try {
      return text.toString();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the text as it was when it had that length. The last one asked for is kept: every
   * listener wants the same.
   */
  String prefix(int length) {
    lock.lock();
    try {
      String known = latest;
      if (known == null || known.length() != length) {
        copied += length;
        known = text.substring(0, length);
        latest = known;
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of characters copied so far. */
  long copied() {
    return copied;
  }
}
