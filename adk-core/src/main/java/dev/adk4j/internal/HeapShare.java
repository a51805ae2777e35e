package dev.adk4j.internal;

/**
 * Derives limits from the memory of this process. External text is rejected before it fills the
 * heap, and a larger heap accepts larger texts.
 */
public final class HeapShare {

  private HeapShare() {}

  /** Returns the {@code parts}-th part of the maximum heap, in bytes, but at most {@code most}. */
  public static long of(int parts, long most) {
    return Math.min(most, Runtime.getRuntime().maxMemory() / parts);
  }
}
