package dev.adk4j.error;

import java.util.List;
import java.util.stream.Collectors;

/** All violations of one value; the cause of the {@code E_INVALID_*} exceptions. */
public final class ValidationException extends AdkException {

  private static final long serialVersionUID = 1L;

  private static final int NAMED = 50;

  private final transient List<Violation> violations;

  public ValidationException(List<Violation> violations) {
    super(of(AdkErrorCode.VALIDATION_EXCEPTION).message(join(violations, " and ")));
    this.violations = List.copyOf(violations);
  }

  /** Creates the exception of a single violation. */
  public ValidationException(String path, String rule, String message) {
    this(List.of(new Violation(path, rule, message)));
  }

  /** Returns the violations in the order they were found; never empty. */
  public List<Violation> violations() {
    return violations == null ? List.of() : violations;
  }

  /**
   * Names the first {@value #NAMED}, so that a list of a million invalid elements does not become a
   * message of a gigabyte.
   */
  static String join(List<Violation> violations, String separator) {
    String named =
        violations.stream()
            .limit(NAMED)
            .map(v -> v.path() + " " + v.message())
            .collect(Collectors.joining(separator));
    int more = violations.size() - NAMED;
    return more <= 0 ? named : named + separator + more + " more, see violations()";
  }
}
