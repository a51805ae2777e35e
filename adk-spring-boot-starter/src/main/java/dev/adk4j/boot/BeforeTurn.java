package dev.adk4j.boot;

/**
 * Runs on the thread that starts a turn on another one, before anything of the turn does. What it
 * throws is thrown to who starts the turn.
 */
@FunctionalInterface
public interface BeforeTurn {

  void run();
}
