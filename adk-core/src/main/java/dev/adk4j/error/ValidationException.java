package dev.adk4j.error;

import java.util.List;
import java.util.stream.Collectors;

/** All violations of one value; the cause of the {@code E_INVALID_*} exceptions. */
public final class ValidationException extends AdkException {

  private static final long serialVersionUID = 1L;

  private final transient List<Violation> violations;

  public ValidationException(List<Violation> violations) {
    super(of(AdkErrorCode.VALIDATION_EXCEPTION).message(join(violations, " and ")));
    this.violations = List.copyOf(violations);
  }

  /** In the order they were found; never empty. */
  public List<Violation> violations() {
    return violations == null ? List.of() : violations;
  }

  static String join(List<Violation> violations, String separator) {
    return violations.stream().map(v -> v.path() + " " + v.message()).collect(Collectors.joining(separator));
  }
}
