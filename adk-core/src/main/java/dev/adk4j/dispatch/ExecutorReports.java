package dev.adk4j.dispatch;

import dev.adk4j.event.EventKey;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.LogEvent;
import dev.adk4j.event.LogLevel;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.ExecutorLog;
import dev.adk4j.loop.ToolCallReport;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The helpers of one dispatch. Their state dies with it. */
final class ExecutorReports implements DispatchExecutorHelpers {

  private final DefaultDispatchContext ctx;
  private final Map<String, StreamState> messages = new ConcurrentHashMap<>(4);
  private final Map<String, StreamState> thoughts = new ConcurrentHashMap<>(4);
  private final Map<String, ToolCallState> toolCalls = new ConcurrentHashMap<>(4);
  private final ExecutorLog log = this::emitLog;

  ExecutorReports(DefaultDispatchContext ctx) {
    this.ctx = ctx;
  }

  @Override
  public void reportMessage(String id, String deltaText, boolean isComplete) {
    stream(messages, "message", id)
        .report(
            ctx.turnId(),
            Objects.requireNonNull(deltaText, "deltaText"),
            isComplete,
            ctx.clock(),
            ctx::emitMessage);
  }

  @Override
  public void reportThought(String id, String deltaText, boolean isComplete) {
    stream(thoughts, "thought", id)
        .report(
            ctx.turnId(),
            Objects.requireNonNull(deltaText, "deltaText"),
            isComplete,
            ctx.clock(),
            ctx::emitThought);
  }

  @Override
  public void reportToolCall(String id, ToolCallReport report) {
    Objects.requireNonNull(report, "report");
    Instant now = ctx.clock().instant();
    toolCalls
        .computeIfAbsent(Objects.requireNonNull(id, "id"), key -> new ToolCallState(key, now))
        .report(ctx.turnId(), report, now, ctx::emitToolCall);
  }

  @Override
  public ExecutorLog log() {
    return log;
  }

  @Override
  public void reportGenerationStats(GenerationStats stats) {
    ctx.reportGenerationStats(stats);
  }

  private void emitLog(LogLevel level, String kind, String message, @Nullable Object payload) {
    emit(
        TurnEvent.LOG,
        new LogEvent(
            ctx.turnId(),
            ctx.dispatchId(),
            ctx.iteration(),
            ctx.clock().instant(),
            level,
            kind,
            message,
            payload));
  }

  private <T> void emit(EventKey.Observability<T> key, T event) {
    ctx.listeners().observe(key, event);
  }

  private StreamState stream(Map<String, StreamState> streams, String kind, String id) {
    StreamState known = streams.get(Objects.requireNonNull(id, "id"));
    return known != null ? known : streams.computeIfAbsent(id, key -> new StreamState(kind, key));
  }
}
