package dev.adk4j.tool;

import dev.adk4j.loop.ToolOutput;
import org.jspecify.annotations.Nullable;

/**
 * The result of a call that must not start.
 *
 * @param refusal the call's error for the model; null if there is an output
 * @param output of the call if it was started before; null if there is a refusal
 */
public record NotStarted(@Nullable String refusal, @Nullable ToolOutput output) {

  public static NotStarted refused(String refusal) {
    return new NotStarted(refusal, null);
  }

  /** Returns the result of a call that completed before. */
  public static NotStarted completed(ToolOutput output) {
    return new NotStarted(null, output);
  }
}
