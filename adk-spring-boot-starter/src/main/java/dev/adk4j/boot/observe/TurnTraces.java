package dev.adk4j.boot.observe;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.boot.internal.callback.OwnListeners;
import dev.adk4j.boot.internal.observe.AdkObservation.Key;
import dev.adk4j.event.AgentEvent.DispatchEnd;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.event.AgentEvent.GenerationStatsEvent;
import dev.adk4j.event.AgentEvent.ToolExecutionStart;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.web.stream.TurnOutcome;
import io.micrometer.observation.Observation;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Collects the data of a turn's observation from its events. A failed turn returns normally, so
 * only events report the failure.
 */
final class TurnTraces implements OwnListeners {

  private final boolean content;
  private final Map<String, Trace> open = new ConcurrentHashMap<>();

  TurnTraces(boolean content) {
    this.content = content;
  }

  void open(TurnContext turn, Observation observation) {
    open.put(turn.id(), new Trace());
    if (content) {
      observation.highCardinalityKeyValue(Key.INPUT.withValue(text(turn.input())));
    }
  }

  void close(TurnContext turn, Observation observation) {
    Trace trace = Objects.requireNonNull(open.remove(turn.id()));
    if (trace.error != null) {
      observation.error(trace.error);
    }
    TurnOutcome outcome = TurnOutcome.of(trace.error != null, trace.acknowledged);
    observation.lowCardinalityKeyValue(Key.OUTCOME.withValue(outcome.wire()));
    if (content) {
      observation.highCardinalityKeyValue(Key.OUTPUT.withValue(String.join("\n", trace.messages)));
    }
  }

  @TurnEventListener
  void on(ErrorEvent event) {
    Trace trace = find(event.turnId());
    if (trace != null && trace.error == null) {
      trace.error = event.error();
    }
  }

  @TurnEventListener
  void on(DispatchEnd end) {
    Trace trace = find(end.turnId());
    if (trace != null && end.status() == DispatchStatus.ACK) {
      trace.acknowledged = end;
    }
  }

  @TurnEventListener("message")
  void on(TurnStreamableContent message) {
    Trace trace = content && message.isComplete() ? find(message.turnId()) : null;
    if (trace != null) {
      trace.messages.add(message.full());
    }
  }

  /** Dispatches of a turn run one after another, and so do their iterations. */
  void beginIteration(String turnId) {
    Trace trace = open.get(turnId);
    if (trace != null) {
      trace.generation = null;
    }
  }

  /** Returns the sum of the generations that were reported since the iteration began. */
  @Nullable GenerationStats generation(String turnId) {
    Trace trace = open.get(turnId);
    return trace == null ? null : trace.generation;
  }

  @TurnEventListener
  void on(GenerationStatsEvent event) {
    Trace trace = find(event.turnId());
    if (trace != null) {
      trace.add(event.stats());
    }
  }

  /** Called before the tool's observation begins. */
  @TurnEventListener
  void on(ToolExecutionStart start) {
    Trace trace = content ? find(start.turnId()) : null;
    if (trace != null) {
      trace.arguments.put(start.callId(), start.args().text());
    }
  }

  /**
   * Returns the arguments of a tool call if content is included; calls with the same id have the
   * same.
   */
  @Nullable String arguments(String turnId, String callId) {
    Trace trace = open.get(turnId);
    return trace == null ? null : trace.arguments.get(callId);
  }

  private @Nullable Trace find(@Nullable String turnId) {
    return turnId == null ? null : open.get(turnId);
  }

  private static String text(List<Message> input) {
    return input.stream()
        .map(m -> m.content().map(Tokenizable::value).orElse(""))
        .collect(Collectors.joining("\n"));
  }

  private static final class Trace {

    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final Map<String, String> arguments = new ConcurrentHashMap<>();
    private volatile @Nullable DispatchEnd acknowledged;
    private volatile @Nullable Throwable error;
    private volatile @Nullable GenerationStats generation;

    synchronized void add(GenerationStats stats) {
      GenerationStats before = generation;
      generation = before == null ? stats : before.plus(stats);
    }
  }
}
