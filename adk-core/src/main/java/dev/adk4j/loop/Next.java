package dev.adk4j.loop;

/** The rest of a pipeline. */
@FunctionalInterface
public interface Next {

  /**
   * Runs everything downstream and returns when it is done, also when it failed: a failure
   * downstream is reported, not thrown here. A second call does nothing. To be called on the
   * middleware's own thread, before it returns.
   */
  void proceed();
}
