package dev.adk4j.boot.internal.callback;

import java.util.List;

/** Reason for which an interface has no implementation. */
public sealed interface CallbackProblem {

  /** Returns the interface of a callback or of the executor. */
  Class<?> type();

  /** No bean implements it. */
  record Missing(Class<?> type) implements CallbackProblem {}

  /**
   * Several beans implement it, and not exactly one is primary.
   *
   * @param candidates bean names with the place of their definition, in the order of definition
   * @param fallback true if all of them are supplied by modules
   */
  record Ambiguous(Class<?> type, List<String> candidates, boolean fallback)
      implements CallbackProblem {}
}
