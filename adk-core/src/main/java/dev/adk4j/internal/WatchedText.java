package dev.adk4j.internal;

/**
 * A text that reports each read of one of its characters, also through its parts. A watcher that
 * throws ends the reading.
 *
 * @param watcher called before each read
 */
public record WatchedText(CharSequence text, Runnable watcher) implements CharSequence {

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public char charAt(int index) {
    watcher.run();
    return text.charAt(index);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return new WatchedText(text.subSequence(start, end), watcher);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
