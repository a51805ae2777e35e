package dev.adk4j.vector;

/** Work inside a transaction. */
@FunctionalInterface
public interface VectorWork<S, E extends Exception> {

  /**
   * @param store bound to the transaction; of no use afterwards
   */
  void run(S store) throws E;
}
