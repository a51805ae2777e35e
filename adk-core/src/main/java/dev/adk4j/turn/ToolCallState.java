package dev.adk4j.turn;

import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnToolCallContent;
import dev.adk4j.loop.DispatchExecutorHelpers.ToolCallReport;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Merges the reports of one tool call. */
final class ToolCallState extends OrderedEvents<TurnToolCallContent> {

  private final String id;
  private final Instant createdAt;
  private String tool = "";
  private @Nullable JsonValue args;
  private @Nullable ToolResults results;
  private boolean isError;
  private boolean complete;

  ToolCallState(DefaultDispatchContext ctx, String id, Instant createdAt) {
    super(ctx, TurnEvent.TOOL_CALL);
    this.id = id;
    this.createdAt = createdAt;
  }

  void report(ToolCallReport report, Instant now) {
    next(() -> step(report, now));
  }

  private TurnToolCallContent step(ToolCallReport report, Instant now) {
    if (complete) {
      throw new IllegalStateException(
          "The tool call '"
              + id
              + "' was reported as complete; report further calls under another id.");
    }
    merge(report);
    return new TurnToolCallContent(
        ctx.turnId(),
        id,
        tool,
        args,
        checksum(),
        createdAt,
        now,
        results,
        complete,
        isError,
        complete ? now : null);
  }

  private void merge(ToolCallReport report) {
    tool = report.tool() == null ? tool : report.tool();
    args = report.args() == null ? args : report.args();
    results = report.results() == null ? results : report.results();
    isError = report.isError() == null ? isError : report.isError();
    complete = report.isComplete();
  }

  private String checksum() {
    return tool.isEmpty() || args == null ? "" : Checksum.of(tool, args);
  }
}
