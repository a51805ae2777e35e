package dev.adk4j.web.stream;

import dev.adk4j.client.AgentStream;
import dev.adk4j.event.AgentEvent.DispatchEnd;
import dev.adk4j.event.AgentEvent.GenerationStatsEvent;
import dev.adk4j.event.AgentEvent.InnerEvent;
import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.event.AgentEvent.TurnGateClosed;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.internal.Mutex;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.turn.TurnCall;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the events of one run of a turn, on the thread that emits them. Never waits for a client.
 */
abstract class TurnRecorder {

  static final String STATE = "state";

  final EventJson json;

  /** Gates that the turn will wait for when this run ends. */
  final Set<String> waitsFor = new CopyOnWriteArraySet<>();

  /** Streams in progress, by event name and id. */
  private final Map<String, TurnStreamableContent> unfinished = new ConcurrentSkipListMap<>();

  private final AtomicReference<GenerationStats> usage =
      new AtomicReference<>(GenerationStats.none());

  private volatile @Nullable DispatchEnd acknowledged;
  private volatile boolean failed;

  /** Recorders of the turns that run in this process, by turn. */
  private final Map<String, TurnRecorder> running;

  private final Mutex stateLock = new Mutex();
  private @Nullable ObjectNode state;
  private boolean ended;

  TurnRecorder(EventJson json, Map<String, TurnRecorder> running) {
    this.json = json;
    this.running = running;
  }

  /** Adds an event. */
  abstract void append(String name, ObjectNode data);

  /** Adds an event that is valid only if the turn ends with this run. */
  void last(String name, ObjectNode data) {
    append(name, data);
  }

  /** Adds a piece of a text. */
  abstract void piece(String name, TurnStreamableContent content);

  /** Called when the newest event opens a gate. */
  void opened(String ref) {}

  /**
   * Called when the run is over.
   *
   * @param end data of the event that says so
   */
  abstract void end(TurnOutcome outcome, ObjectNode end);

  TurnCall record(TurnCall turn) {
    return turn.observe(TurnEvent.TURN_START, start -> running.put(start.turnId(), this))
        .on(TurnEvent.MESSAGE, content -> stream("message", content))
        .on(TurnEvent.THOUGHT, content -> stream("thought", content))
        .on(TurnEvent.TOOL_CALL, call -> append("toolCall", json.toolCall(call)))
        .observe(TurnEvent.TURN_GATE_OPEN, this::gateOpen)
        .observe(TurnEvent.TURN_GATE_CLOSED, this::gateClosed)
        .observe(TurnEvent.INNER, this::inner)
        .observe(TurnEvent.GENERATION_STATS, event -> count(event.stats()))
        .observe(
            TurnEvent.DISPATCH_END,
            end -> acknowledged = end.status() == DispatchStatus.ACK ? end : acknowledged)
        .observe(
            TurnEvent.ERROR,
            error -> {
              failed = true;
              last("error", json.error(error.turnId(), error.error()));
            })
        .inspect(this::waits)
        .observe(TurnEvent.TURN_END, this::end);
  }

  /** Adds an event for the page, unless the turn has ended. Any thread may call it. */
  void extra(String name, ObjectNode data) {
    stateLock.run(
        () -> {
          if (!ended) {
            state = name.equals(STATE) ? data : state;
            append(name, data);
          }
        });
  }

  /** Clients that resume reading here also receive the state. */
  private void gateClosed(TurnGateClosed closed) {
    append("turnGateClosed", json.gateClosed(closed));
    stateLock.run(
        () -> {
          if (state != null) {
            append(STATE, state);
          }
        });
  }

  private void gateOpen(TurnGate gate) {
    append("turnGateOpen", json.gateOpen(gate));
    gate.ref().ifPresent(gate.isBlocking() ? this::opened : this::waits);
  }

  /** Called when the newest event opens a gate that does not block: the turn resumes later. */
  private void waits(String ref) {
    opened(ref);
    waitsFor.add(ref);
  }

  /** Gates of calls that began an action are not reported as open, but are still waited for. */
  private void waits(TurnContext turn) {
    turn.waiting().stream()
        .flatMap(waiting -> waiting.calls().stream())
        .map(StoredTurn.Call::gate)
        .filter(Objects::nonNull)
        .forEach(this::waits);
  }

  private void count(GenerationStats more) {
    usage.accumulateAndGet(more, GenerationStats::plus);
  }

  private void inner(InnerEvent inner) {
    InnerEvent innermost = inner;
    while (innermost.event() instanceof InnerEvent further) {
      innermost = further;
    }
    ObjectNode data = json.inner(inner.turnId(), innermost);
    if (data != null) {
      append("inner", data);
    }
    if (innermost.event() instanceof AgentStream.Gate gate) {
      waits(gate.gate().id());
    } else if (innermost.event() instanceof GenerationStatsEvent generation) {
      count(generation.stats());
    }
  }

  private void stream(String name, TurnStreamableContent content) {
    String key = name + " " + content.id();
    if (content.isComplete()) {
      unfinished.remove(key);
      append(name, json.last(content));
    } else {
      unfinished.put(key, content);
      piece(name, content);
    }
  }

  private void end(TurnEnd end) {
    running.remove(end.turnId(), this);
    stateLock.run(() -> ended = true);
    unfinished.forEach(
        (key, content) -> last(key.substring(0, key.indexOf(' ')), json.partial(content)));
    TurnOutcome outcome = TurnOutcome.of(failed, acknowledged);
    end(outcome, json.end(end, outcome, waitsFor, usage.get()));
  }
}
