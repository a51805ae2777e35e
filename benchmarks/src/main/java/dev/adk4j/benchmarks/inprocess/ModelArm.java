package dev.adk4j.benchmarks.inprocess;

/** A library with its in-memory storage and a model that answers at once. */
interface ModelArm {

  /** Makes the conversations anew, each with that many messages. Not measured. */
  void fresh(String[] conversations, int history) throws Exception;

  /** One turn; returns something of it, so that nothing is optimised away. */
  Object turn(String conversation, String text) throws Exception;

  /** A turn whose answer comes in that many deltas of five characters; how many characters came. */
  int stream(String conversation, int deltas) throws Exception;
}
