package dev.adk4j.boot.callback;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The turn runner cannot be built: names every callback, and the executor, that no single bean
 * answers.
 */
public final class MissingAdkCallbacksException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<CallbackProblem> problems;
  private final transient List<String> reasons;
  private final transient @Nullable String storageRemedy;

  MissingAdkCallbacksException(
      List<CallbackProblem> problems, List<String> reasons, @Nullable String storageRemedy) {
    super(
        "The turn runner cannot be built, no single bean answers: "
            + problems.stream()
                .map(p -> p.type().getSimpleName())
                .collect(Collectors.joining(", ")));
    this.problems = List.copyOf(problems);
    this.reasons = List.copyOf(reasons);
    this.storageRemedy = storageRemedy;
  }

  public List<CallbackProblem> problems() {
    return problems == null ? List.of() : problems;
  }

  /** What would make the storage module supply them. */
  @Nullable String storageRemedy() {
    return storageRemedy;
  }

  /** Why nothing supplied them, one sentence each. */
  List<String> reasons() {
    return reasons == null ? List.of() : reasons;
  }
}
