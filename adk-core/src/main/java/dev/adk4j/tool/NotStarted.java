package dev.adk4j.tool;

import dev.adk4j.loop.ToolOutput;
import org.jspecify.annotations.Nullable;

/**
 * The result of a call that must not be started.
 *
 * @param refusal told to the model as the call's error; null beside an output
 * @param output of the call when it was started before; null beside a refusal
 */
public record NotStarted(@Nullable String refusal, @Nullable ToolOutput output) {

  public static NotStarted refused(String refusal) {
    return new NotStarted(refusal, null);
  }

  /** A call that did its work before. */
  public static NotStarted completed(ToolOutput output) {
    return new NotStarted(null, output);
  }
}
