package dev.adk4j.event;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateState;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event of a turn for listeners; gates are the exception. {@link TurnEvent} has the keys for
 * which listeners register. Immutable.
 *
 * @since 0.1.0
 */
public interface AgentEvent {

  /**
   * Returns the id of the event's turn; in a standalone dispatch, the dispatch context's own id.
   */
  @Nullable String turnId();

  /** A turn's context was created; its input pipeline follows. */
  record TurnStart(String turnId, Instant startedAt) implements AgentEvent {}

  /** The last event of a turn; {@code durationMs} comes from a monotonic clock. */
  record TurnEnd(String turnId, Instant startedAt, Instant endedAt, long durationMs)
      implements AgentEvent {}

  /** The executor loop begins. */
  record DispatchStart(@Nullable String turnId, String dispatchId, Instant startedAt)
      implements AgentEvent {}

  /**
   * The executor loop ended; {@code iterations} counts the completed ones, {@code error} is the
   * exception of a nacked dispatch; {@code waiting} is true if it was acknowledged because calls
   * wait for decisions, after which the turn resumes.
   */
  record DispatchEnd(
      @Nullable String turnId,
      String dispatchId,
      DispatchStatus status,
      @JsonIgnore @Nullable Throwable error,
      int iterations,
      Instant startedAt,
      Instant endedAt,
      long durationMs,
      boolean waiting)
      implements AgentEvent {}

  /** An iteration begins; {@code iteration} is 0-based. */
  record IterationStart(
      @Nullable String turnId, String dispatchId, int iteration, Instant startedAt)
      implements AgentEvent {}

  /** An iteration completed, and its writes are flushed. */
  record IterationEnd(
      @Nullable String turnId,
      String dispatchId,
      int iteration,
      Instant startedAt,
      Instant endedAt,
      long durationMs)
      implements AgentEvent {}

  /**
   * A tool's handler is about to run with the validated {@code args}; {@code callId} equals the
   * checksum of the tool call.
   */
  record ToolExecutionStart(
      @Nullable String turnId, String toolName, String callId, JsonValue args, Instant startedAt)
      implements AgentEvent {
    /** Omits the content. */
    @Override
    public String toString() {
      return "ToolExecutionStart[" + toolName + ", " + callId + "]";
    }
  }

  /** A tool's handler returned or threw. */
  record ToolExecutionEnd(
      @Nullable String turnId,
      String toolName,
      String callId,
      Instant startedAt,
      Instant endedAt,
      long durationMs,
      boolean isError)
      implements AgentEvent {}

  /** A gate was settled; its waiting call resumes next. */
  record TurnGateClosed(String turnId, String gateId, GateState result, Instant settledAt)
      implements AgentEvent {}

  /** An executor logged an entry through its helpers. */
  record LogEvent(
      @Nullable String turnId,
      String dispatchId,
      int iteration,
      Instant emittedAt,
      LogLevel level,
      String kind,
      String message,
      @Nullable Object payload)
      implements AgentEvent {
    /** Omits the content. */
    @Override
    public String toString() {
      return "LogEvent[" + level + ", " + kind + "]";
    }
  }

  /**
   * An event of an inner turn, which an agent runs on behalf of a tool of this turn, such as a
   * piece of its text, a tool call, or a gate that waits. Has the ids of the inner turn.
   *
   * @param turnId the outer turn
   * @param callId record of the outer turn's tool call, and id of the inner turn
   * @param agent name of the agent that runs the inner turn
   */
  record InnerEvent(@Nullable String turnId, String callId, String agent, AgentEvent event)
      implements AgentEvent {}

  /**
   * A guard decided on a text or a tool call. {@code stage} is input, output, thought or tool;
   * {@code decision} is pass, rewrite, retry, refuse, or failed for a guard that threw, which
   * refuses; {@code reason} is the guard's.
   */
  record GuardDecision(
      @Nullable String turnId,
      String guard,
      String stage,
      String decision,
      @Nullable String reason,
      Instant emittedAt)
      implements AgentEvent {
    /** Omits the reason. */
    @Override
    public String toString() {
      return "GuardDecision[" + guard + ", " + stage + ", " + decision + "]";
    }
  }

  /** A turn or a dispatch failed. */
  record ErrorEvent(@Nullable String turnId, AdkException error) implements AgentEvent {}

  /** Reports the statistics of one model call, as the executor provided them. */
  record GenerationStatsEvent(
      @Nullable String turnId,
      String dispatchId,
      int iteration,
      Instant emittedAt,
      GenerationStats stats)
      implements AgentEvent {}

  /** Part of the runtime is degraded, but nothing failed. */
  record WarningEvent(
      @Nullable String turnId,
      @Nullable String dispatchId,
      @Nullable Integer iteration,
      Instant emittedAt,
      String source,
      String kind,
      String message,
      @JsonIgnore @Nullable Throwable error,
      @Nullable Object payload)
      implements AgentEvent {
    /** Omits the content. */
    @Override
    public String toString() {
      return "WarningEvent[" + source + ", " + kind + "]";
    }
  }
}
