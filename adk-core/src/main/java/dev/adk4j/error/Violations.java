package dev.adk4j.error;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Collects the violations of a value, so that one exception reports all of them. Not thread-safe.
 */
public final class Violations {

  private final List<Violation> found = new ArrayList<>();

  /**
   * Checks a single condition, such as one on an argument.
   *
   * @throws AdkException {@code VALIDATION_EXCEPTION} unless {@code holds}
   */
  public static void require(boolean holds, String path, String rule, String message) {
    new Violations()
        .check(holds, path, rule, message)
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  public Violations add(String path, String rule, String message) {
    found.add(new Violation(path, rule, message));
    return this;
  }

  /** Adds a violation unless {@code holds}. */
  public Violations check(boolean holds, String path, String rule, String message) {
    return holds ? this : add(path, rule, message);
  }

  /** Adds {@code required} if the value is null. */
  public Violations required(@Nullable Object value, String path) {
    return check(value != null, path, "required", "is required");
  }

  /**
   * Adds {@code required} if the text is null and {@code empty} if it has no characters; blanks are
   * characters.
   */
  public Violations requiredText(@Nullable String value, String path) {
    required(value, path);
    return optionalText(value, path);
  }

  /** Adds {@code empty} if the text is present and has no characters. */
  public Violations optionalText(@Nullable String value, String path) {
    return check(value == null || !value.isEmpty(), path, "empty", "must not be empty");
  }

  /** Adds {@code required} if the collection is null, and for each of its null elements. */
  public Violations noNulls(@Nullable Collection<? extends @Nullable Object> values, String path) {
    required(values, path);
    int index = 0;
    for (Object value : values == null ? List.of() : values) {
      if (value == null) {
        required(null, path + '[' + index + ']');
      }
      index++;
    }
    return this;
  }

  /** Adds the violations of a nested value, with {@code path} as the prefix of their paths. */
  public Violations addAll(String path, ValidationException nested) {
    for (Violation v : nested.violations()) {
      add(path + v.path().substring(1), v.rule(), v.message());
    }
    return this;
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  @JsonValue
  public List<Violation> found() {
    return List.copyOf(found);
  }

  /**
   * Throws {@code code} with all violations in its message, joined by {@code "; "}, and a {@link
   * ValidationException} as its cause; returns if there are none.
   */
  public void throwIfAny(ErrorCode code) {
    if (!found.isEmpty()) {
      throw asException(code);
    }
  }

  /** Returns the exception that {@link #throwIfAny} throws. */
  public AdkException asException(ErrorCode code) {
    return new AdkException(
        Objects.requireNonNull(code),
        code.meaning() + " " + ValidationException.join(found, "; "),
        new ValidationException(found));
  }
}
