package dev.adk4j.loop;

/** The rest of a pipeline. */
@FunctionalInterface
public interface Next {

  /**
   * Runs everything downstream and returns when it is done, even if it failed: a downstream failure
   * is reported, not thrown here. A second call does nothing. Call this on the middleware's own
   * thread, before the middleware returns.
   */
  void proceed();
}
