package dev.adk4j.boot;

/**
 * Runs before a turn that starts on another thread, on the thread that starts it. An exception is
 * thrown to that thread's caller.
 */
@FunctionalInterface
public interface BeforeTurn {

  void run();
}
