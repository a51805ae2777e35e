package dev.adk4j.boot.actuate;

import dev.adk4j.event.AgentEvent.DispatchEnd;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.event.AgentEvent.ToolExecutionEnd;
import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.event.AgentEvent.TurnStart;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.web.stream.TurnOutcome;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts of one turn. Guarded by its ledger. */
final class TurnTally {

  private final TurnStart start;
  int iterations;
  private int toolExecutions;
  private int toolErrors;
  private long promptTokens;
  private long completionTokens;
  private final Set<String> models = new LinkedHashSet<>();
  private @Nullable DispatchEnd acknowledged;
  private @Nullable String error;

  TurnTally(TurnStart start) {
    this.start = start;
  }

  void tool(ToolExecutionEnd end) {
    toolExecutions++;
    toolErrors += end.isError() ? 1 : 0;
  }

  void generation(GenerationStats stats) {
    promptTokens += orZero(stats.promptTokens());
    completionTokens += orZero(stats.completionTokens());
    if (stats.model() != null) {
      models.add(stats.model());
    }
  }

  void dispatch(DispatchEnd end) {
    if (end.status() == DispatchStatus.ACK) {
      acknowledged = end;
    }
  }

  /** Stores only the first error. */
  void error(ErrorEvent event) {
    error = error == null ? event.error().code() : error;
  }

  TurnSummary summary(@Nullable TurnEnd end) {
    return new TurnSummary(
        start.turnId(),
        end == null ? "open" : TurnOutcome.of(error != null, acknowledged).wire(),
        start.startedAt(),
        end == null ? null : end.durationMs(),
        iterations,
        toolExecutions,
        toolErrors,
        promptTokens,
        completionTokens,
        List.copyOf(models),
        error);
  }

  private static long orZero(@Nullable Long tokens) {
    return tokens == null ? 0 : tokens;
  }
}
