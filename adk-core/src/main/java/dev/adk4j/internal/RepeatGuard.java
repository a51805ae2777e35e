package dev.adk4j.internal;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Estimates the size of a pattern's program with its counted repetitions expanded: {@code
 * ((a{100}){100}){100}} is a million steps. Not recursive, and ends early.
 */
public final class RepeatGuard {

  /** The maximum steps of an untrusted pattern. */
  public static final int MAX_STEPS = 20_000;

  private static final int MAX_DEPTH = 100;

  /** The ranges of a class are stored and compared. */
  private static final int CLASS_PARTS_PER_STEP = 16;

  private final String pattern;
  private final Deque<Long> outer = new ArrayDeque<>();
  private long size;
  private long last;

  private RepeatGuard(String pattern) {
    this.pattern = pattern;
  }

  /**
   * Returns the number of steps, or {@link Integer#MAX_VALUE} if there are more than {@link
   * #MAX_STEPS} or as many characters, or if groups are nested deeper than 100 levels.
   */
  public static int steps(String pattern) {
    // The parse time grows with the square of the length.
    return pattern.length() > MAX_STEPS ? Integer.MAX_VALUE : new RepeatGuard(pattern).count();
  }

  private int count() {
    for (int i = 0; i < pattern.length(); i++) {
      switch (pattern.charAt(i)) {
        case '\\' -> i = escape(i);
        case '[' -> i = characterClass(i);
        case '(' -> open();
        case ')' -> close();
        case '{' -> i = repeat(i);
        default -> add(1);
      }
      if (size > MAX_STEPS || outer.size() > MAX_DEPTH) {
        return Integer.MAX_VALUE;
      }
    }
    return outer.isEmpty() ? (int) size : Integer.MAX_VALUE;
  }

  private int escape(int at) {
    int next = at + 1;
    if (pattern.startsWith("Q", next)) {
      int end = pattern.indexOf("\\E", next);
      int stop = end < 0 ? pattern.length() - 1 : end + 1;
      add(stop - at);
      return stop;
    }
    add(1);
    return next;
  }

  private int characterClass(int at) {
    int i = at + 1;
    i += pattern.startsWith("^", i) ? 1 : 0;
    i += pattern.startsWith("]", i) ? 1 : 0;
    while (i < pattern.length() && pattern.charAt(i) != ']') {
      int posix = pattern.startsWith("[:", i) ? pattern.indexOf(":]", i) : -1;
      i = posix > 0 ? posix + 2 : i + (pattern.charAt(i) == '\\' ? 2 : 1);
    }
    add(1 + (i - at) / CLASS_PARTS_PER_STEP);
    return i;
  }

  private void open() {
    outer.push(size);
    size = 0;
    last = 0;
  }

  private void close() {
    long group = size + 2;
    size = outer.isEmpty() ? 0 : outer.pop();
    add(group);
  }

  private int repeat(int at) {
    int end = pattern.indexOf('}', at);
    String range = end < 0 ? "" : pattern.substring(at + 1, end);
    if (!range.matches("[0-9]{1,9}(,[0-9]{0,9})?")) {
      add(1);
      return at;
    }
    String[] bounds = range.split(",");
    long times = Math.max(1, Long.parseLong(bounds[bounds.length - 1]));
    long grown = last * (times - 1);
    size += grown;
    last += grown;
    return end;
  }

  private void add(long steps) {
    size += steps;
    last = steps;
  }
}
