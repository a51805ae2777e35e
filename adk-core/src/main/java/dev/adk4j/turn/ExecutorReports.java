package dev.adk4j.turn;

import dev.adk4j.event.AgentEvent.LogEvent;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.LogLevel;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.DispatchContext.OutputFilter.Kind;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.ExecutorLog;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.RecordSet;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The helpers of one dispatch. Their state ends with it. */
final class ExecutorReports implements DispatchExecutorHelpers {

  private static final Logger late = LoggerFactory.getLogger(ExecutorReports.class);

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
    report(messages, Kind.MESSAGE, id, deltaText, isComplete);
  }

  @Override
  public void reportThought(String id, String deltaText, boolean isComplete) {
    report(thoughts, Kind.THOUGHT, id, deltaText, isComplete);
  }

  private void report(
      Map<String, StreamState> streams, Kind kind, String id, String delta, boolean isComplete) {
    StreamState known = streams.get(Objects.requireNonNull(id, "id"));
    StreamState stream =
        known != null ? known : streams.computeIfAbsent(id, key -> new StreamState(ctx, kind, key));
    Objects.requireNonNull(delta, "deltaText");
    ctx.emitting(() -> stream.report(delta, isComplete));
  }

  @Override
  public void reportToolCall(String id, ToolCallReport report) {
    Objects.requireNonNull(report, "report");
    Objects.requireNonNull(id, "id");
    ctx.emitting(
        () -> {
          Instant now = ctx.clock().instant();
          toolCalls
              .computeIfAbsent(id, key -> new ToolCallState(ctx, key, now))
              .report(report, now);
        });
  }

  @Override
  public ExecutorLog log() {
    return log;
  }

  @Override
  public void reportGenerationStats(GenerationStats stats) {
    ctx.reportGenerationStats(stats);
  }

  /** Emits a log entry. A late one is logged without its content, since logging never fails. */
  private void emitLog(LogLevel level, String kind, String message, @Nullable Object payload) {
    if (!ctx.window.tryEnter()) {
      late.debug("A log entry of kind {} came after the end of turn {}.", kind, ctx.turnId());
      return;
    }
    try {
      ctx.listeners.observe(
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
    } finally {
      ctx.window.leave();
    }
  }

  /**
   * Returns the messages that the iteration emitted and has not stored, oldest first. The state of
   * all streams exists anyway, so a turn that ends well has no extra cost.
   */
  List<Message> unfinished() {
    AgentContext turn = ctx.parent == null ? ctx : ctx.parent;
    RecordSet<Message> stored = turn.turnMessages(); // the dispatch's own holds more
    return messages.values().stream()
        .map(stream -> stream.told(ctx.iteration()))
        .filter(Objects::nonNull)
        .filter(message -> stored.findById(message.id()).isEmpty())
        .sorted(Comparator.comparing(Message::createdAt))
        .toList();
  }
}
