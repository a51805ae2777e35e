package dev.adk4j.benchmarks.database;

import java.util.List;

/**
 * One way of keeping conversations in the database. A turn is what the library does around one
 * model call: load, append the user's message, append the answer. Safe for concurrent turns as far
 * as the library is.
 */
interface Arm {

  String name();

  void createTables() throws Exception;

  /** A conversation with that many messages, made quickly; not measured. */
  void seed(String conversation, int history) throws Exception;

  /** Returns how many messages it loaded. */
  int turn(String conversation, String user, String assistant) throws Exception;

  /** The texts of all messages that the conversation has now, in order. */
  List<String> stored(String conversation);

  /** Whether the numbers of the messages are 1, 2, 3 …; true where there are none. */
  default boolean gapFree(String conversation) {
    return true;
  }
}
