package dev.adk4j.tool;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;

/**
 * Chooses how a tool's results reach the model.
 *
 * @param errorDetail the part of the tool's own failure that the model is told
 * @param inlineUpTo spooled results of at most so many bytes are shown as a whole instead of as a
 *     handle; 0 for none
 */
public record ToolResultOptions(ErrorDetail errorDetail, long inlineUpTo) {

  /** Messages of failures, and a handle for everything that is spooled. */
  public static final ToolResultOptions DEFAULT = new ToolResultOptions(ErrorDetail.MESSAGE, 0);

  public ToolResultOptions {
    new Violations()
        .required(errorDetail, "$.errorDetail")
        .check(inlineUpTo >= 0, "$.inlineUpTo", "range", "must not be negative")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /**
   * Limits the part of a tool's failure that a model is told; exceptions of handlers may name
   * internals.
   */
  public enum ErrorDetail {
    /** The exception's message, and its cause's. */
    MESSAGE,
    /** The type of what the handler threw. */
    TYPE,
    /** The failure alone, without a reason. */
    NONE
  }
}
