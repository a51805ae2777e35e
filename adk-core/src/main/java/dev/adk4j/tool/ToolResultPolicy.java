package dev.adk4j.tool;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;

/**
 * How an executor wants a tool's results to reach its model.
 *
 * @param errorDetail what is told of a failure of the tool itself
 * @param inlineUpTo spooled results of at most so many bytes are shown as a whole instead of as a
 *     handle; 0 for none
 */
public record ToolResultPolicy(ToolErrorDetail errorDetail, long inlineUpTo) {

  /** Messages of failures, and a handle for everything that is spooled. */
  public static final ToolResultPolicy DEFAULT = new ToolResultPolicy(ToolErrorDetail.MESSAGE, 0);

  public ToolResultPolicy {
    new Violations()
        .required(errorDetail, "$.errorDetail")
        .check(inlineUpTo >= 0, "$.inlineUpTo", "range", "must not be negative")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }
}
