package dev.adk4j.loop;

import dev.adk4j.primitive.ToolResults;
import dev.adk4j.value.JsonValue;
import org.jspecify.annotations.Nullable;

/** What is new about a tool call; a null component leaves what was reported before. */
public record ToolCallReport(
    @Nullable String tool,
    @Nullable JsonValue args,
    @Nullable ToolResults results,
    @Nullable Boolean isError,
    boolean isComplete) {

  /** The call is about to be made. */
  public static ToolCallReport announce(String tool, JsonValue args) {
    return new ToolCallReport(tool, args, null, null, false);
  }

  /** The call is done. */
  public static ToolCallReport complete(ToolResults results, boolean isError) {
    return new ToolCallReport(null, null, results, isError, true);
  }

  /** Never the content. */
  @Override
  public String toString() {
    return "ToolCallReport[" + tool + (isComplete ? ", complete]" : "]");
  }
}
