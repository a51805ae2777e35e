package dev.adk4j.internal;

/**
 * Sizes limits by the memory of this process. Text that others wrote is refused before it fills the
 * heap, and a larger heap takes larger texts.
 */
public final class HeapShare {

  private HeapShare() {}

  /**
   * Returns the {@code parts}-th part of the largest heap, in bytes, but not more than {@code
   * most}.
   */
  public static long of(int parts, long most) {
    return Math.min(most, Runtime.getRuntime().maxMemory() / parts);
  }
}
