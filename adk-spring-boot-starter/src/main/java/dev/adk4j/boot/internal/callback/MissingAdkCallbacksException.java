package dev.adk4j.boot.internal.callback;

import dev.adk4j.boot.internal.diagnosis.StartupFailure;
import java.util.List;

/**
 * Thrown if the turn runner cannot be built. Contains every callback, and the executor, that has no
 * implementation or several.
 */
public final class MissingAdkCallbacksException extends StartupFailure {

  private static final long serialVersionUID = 1L;

  private final transient List<CallbackProblem> problems;

  MissingAdkCallbacksException(List<CallbackProblem> problems, MissingCallbacksReport report) {
    super(report.problem(), report.remedy());
    this.problems = List.copyOf(problems);
  }

  public List<CallbackProblem> problems() {
    return problems == null ? List.of() : problems;
  }
}
