package dev.adk4j.tool;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;

/**
 * Defines how a tool's results reach the model.
 *
 * @param errorDetail the part of the tool's own failure that the model sees
 * @param inlineUpTo maximum size in bytes of spooled results that are shown in full instead of as a
 *     handle; 0 for none
 */
public record ToolResultOptions(ErrorDetail errorDetail, long inlineUpTo) {

  /** Shows messages of failures, and a handle for each spooled result. */
  public static final ToolResultOptions DEFAULT = new ToolResultOptions(ErrorDetail.MESSAGE, 0);

  public ToolResultOptions {
    new Violations()
        .required(errorDetail, "$.errorDetail")
        .check(inlineUpTo >= 0, "$.inlineUpTo", "range", "must not be negative")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /**
   * Limits how much of a tool's failure a model sees; exceptions of handlers may contain internal
   * names.
   */
  public enum ErrorDetail {
    /** The exception's message, and its cause's. */
    MESSAGE,
    /** The type of the handler's exception. */
    TYPE,
    /** The failure only, without a reason. */
    NONE
  }
}
