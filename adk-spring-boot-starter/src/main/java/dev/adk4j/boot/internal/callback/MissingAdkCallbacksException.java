package dev.adk4j.boot.internal.callback;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the turn runner cannot be built. Contains every callback, and the executor, that has no
 * implementation or several.
 */
public final class MissingAdkCallbacksException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<CallbackProblem> problems;
  private final transient List<String> reasons;
  private final transient @Nullable String storageRemedy;
  private final transient @Nullable String modelRemedy;

  MissingAdkCallbacksException(
      List<CallbackProblem> problems,
      List<String> reasons,
      @Nullable String storageRemedy,
      String modelRemedy) {
    super(
        "The turn runner cannot be built, because these interfaces have no single bean: "
            + problems.stream()
                .map(p -> p.type().getSimpleName())
                .collect(Collectors.joining(", ")));
    this.problems = List.copyOf(problems);
    this.reasons = List.copyOf(reasons);
    this.storageRemedy = storageRemedy;
    this.modelRemedy = modelRemedy;
  }

  public List<CallbackProblem> problems() {
    return problems == null ? List.of() : problems;
  }

  /** Returns the remedy by which the storage module supplies them. */
  @Nullable String storageRemedy() {
    return storageRemedy;
  }

  /** Returns the remedy that gives the executor its model. */
  String modelRemedy() {
    return modelRemedy == null ? "" : modelRemedy;
  }

  /** Returns the reasons for which they were not supplied, one sentence each. */
  List<String> reasons() {
    return reasons == null ? List.of() : reasons;
  }
}
