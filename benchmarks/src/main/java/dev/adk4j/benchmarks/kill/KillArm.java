package dev.adk4j.benchmarks.kill;

import java.util.List;

/** A library that runs turns of five charges, on any of several nodes. */
interface KillArm extends AutoCloseable {

  void createTables();

  /** Queues a turn. Its conversation has the same name, and no other turn. */
  void accept(String turn);

  /** Works until it is closed. */
  void work();

  /** The number of turns that have not ended, and that nobody gave up. */
  int open();

  /** The stored history of a turn, as letters of {@link FiveCharges}. */
  String history(String turn);

  /** The histories that a turn which went well can have. */
  List<String> wholeHistories();

  /** The number of calls whose outcome the model was told to be unknown. */
  default int unknown() {
    return 0;
  }
}
