package dev.adk4j.test;

import dev.adk4j.abort.Subscription;
import dev.adk4j.event.AgentEvent;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.EventListener;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.turn.TurnCall;
import dev.adk4j.turn.TurnRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Records all events of both buses. Each has a short {@linkplain #lines() line} such as {@code
 * iterationStart(0)} or {@code error(E_INPUT_PIPELINE_ERROR)}, without generated ids and times, so
 * lines can be compared. Events are recorded in the order of emission. Thread-safe.
 *
 * @since 0.1.0
 */
public final class EventRecorder implements AutoCloseable {

  private static final List<EventKey.Functional<?>> FUNCTIONAL =
      List.of(TurnEvent.MESSAGE, TurnEvent.THOUGHT, TurnEvent.TOOL_CALL);
  private static final List<EventKey.Observability<?>> OBSERVABILITY =
      List.of(
          TurnEvent.TURN_START,
          TurnEvent.TURN_END,
          TurnEvent.DISPATCH_START,
          TurnEvent.DISPATCH_END,
          TurnEvent.ITERATION_START,
          TurnEvent.ITERATION_END,
          TurnEvent.TOOL_EXECUTION_START,
          TurnEvent.TOOL_EXECUTION_END,
          TurnEvent.TURN_GATE_OPEN,
          TurnEvent.TURN_GATE_CLOSED,
          TurnEvent.LOG,
          TurnEvent.ERROR,
          TurnEvent.GENERATION_STATS,
          TurnEvent.WARNING,
          TurnEvent.INNER,
          TurnEvent.GUARD_DECISION);

  private final List<Recorded> recorded = new CopyOnWriteArrayList<>();
  private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

  /** Creates an unregistered recorder; see {@link #listener}. */
  public EventRecorder() {}

  /** Returns a recorder of all turns of the runner until it is closed. */
  public static EventRecorder of(TurnRunner runner) {
    EventRecorder recorder = new EventRecorder();
    FUNCTIONAL.forEach(key -> recorder.subscriptions.add(recorder.on(runner, key)));
    OBSERVABILITY.forEach(key -> recorder.subscriptions.add(recorder.observe(runner, key)));
    return recorder;
  }

  /** Returns a recorder of one turn. Call this before the turn runs. */
  public static EventRecorder of(TurnCall call) {
    EventRecorder recorder = new EventRecorder();
    FUNCTIONAL.forEach(key -> recorder.on(call, key));
    OBSERVABILITY.forEach(key -> recorder.observe(call, key));
    return recorder;
  }

  /**
   * Returns a listener that records events of a key, for registration other than with a runner or a
   * turn.
   */
  public <T> EventListener<T> listener(EventKey<T> key) {
    return event ->
        recorded.add(new Recorded(key, turnId(event), EventLines.line(key, event), event));
  }

  /** Returns one line for each event, in order. */
  public List<String> lines() {
    return recorded.stream().map(Recorded::line).toList();
  }

  /** Returns one line for each event of a turn, in order. */
  public List<String> lines(String turnId) {
    return recorded.stream()
        .filter(r -> Objects.equals(r.turnId, turnId))
        .map(Recorded::line)
        .toList();
  }

  /** Returns the events of one key, in order. */
  @SuppressWarnings("unchecked") // recorded under the same key
  public <T> List<T> events(EventKey<T> key) {
    return recorded.stream().filter(r -> r.key.equals(key)).map(r -> (T) r.event).toList();
  }

  /** Returns the ids of the recorded turns, in the order of their first event. */
  public List<String> turnIds() {
    return recorded.stream().map(Recorded::turnId).filter(Objects::nonNull).distinct().toList();
  }

  /** Returns the full texts of the completed messages, in order. */
  public List<String> completedMessages() {
    return events(TurnEvent.MESSAGE).stream()
        .filter(TurnStreamableContent::isComplete)
        .map(TurnStreamableContent::full)
        .toList();
  }

  /** Removes all recorded events and continues recording. */
  public void clear() {
    recorded.clear();
  }

  /** Stops recording. Recorded events are kept. */
  @Override
  public void close() {
    List<Subscription> open = new ArrayList<>(subscriptions);
    subscriptions.clear();
    open.forEach(Subscription::close);
  }

  private <T> Subscription on(TurnRunner runner, EventKey.Functional<T> key) {
    return runner.on(key, listener(key));
  }

  private <T> Subscription observe(TurnRunner runner, EventKey.Observability<T> key) {
    return runner.observe(key, listener(key));
  }

  private <T> void on(TurnCall call, EventKey.Functional<T> key) {
    call.on(key, listener(key));
  }

  private <T> void observe(TurnCall call, EventKey.Observability<T> key) {
    call.observe(key, listener(key));
  }

  private static @Nullable String turnId(Object event) {
    return switch (event) {
      case AgentEvent agentEvent -> agentEvent.turnId();
      case TurnGate gate -> gate.turnId();
      default -> null;
    };
  }

  private record Recorded(EventKey<?> key, @Nullable String turnId, String line, Object event) {}
}
