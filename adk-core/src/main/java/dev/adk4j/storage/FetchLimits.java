package dev.adk4j.storage;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;

/**
 * Limits the records of each kind that a fetch returns: the newest ones, oldest first. Standing
 * instructions have no limit.
 *
 * @param messages at least 1, like the others
 */
public record FetchLimits(
    int messages, int thoughts, int toolCalls, int memories, int retrievables) {

  /** Fetches every record. */
  public static final FetchLimits NONE = all(Integer.MAX_VALUE);

  public FetchLimits {
    Violations violations = new Violations();
    atLeastOne(violations, messages, "$.messages");
    atLeastOne(violations, thoughts, "$.thoughts");
    atLeastOne(violations, toolCalls, "$.toolCalls");
    atLeastOne(violations, memories, "$.memories");
    atLeastOne(violations, retrievables, "$.retrievables");
    violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** Returns the limit of that kind; {@link Integer#MAX_VALUE} for kinds without one. */
  public int of(CallbackKind kind) {
    return switch (kind) {
      case MESSAGES -> messages;
      case THOUGHTS -> thoughts;
      case TOOL_CALLS -> toolCalls;
      case MEMORIES -> memories;
      case RETRIEVABLES -> retrievables;
      default -> Integer.MAX_VALUE;
    };
  }

  /** Returns the same limit for each kind. */
  public static FetchLimits all(int limit) {
    return new FetchLimits(limit, limit, limit, limit, limit);
  }

  private static void atLeastOne(Violations violations, int limit, String path) {
    violations.check(
        limit >= 1, path, "range", "must be at least 1; to fetch nothing, do not call the fetch");
  }
}
