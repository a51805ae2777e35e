package dev.adk4j.boot.callback;

import java.util.List;

/** Reason for which an interface has no implementation. */
public sealed interface CallbackProblem {

  /** The interface; a callback's or the executor's. */
  Class<?> type();

  /** No bean implements it. */
  record Missing(Class<?> type) implements CallbackProblem {}

  /**
   * Several beans implement it and none, or more than one, is primary.
   *
   * @param candidates bean names and where they are defined, in the order of definition
   * @param fallback whether all of them come from modules
   */
  record Ambiguous(Class<?> type, List<String> candidates, boolean fallback)
      implements CallbackProblem {}
}
