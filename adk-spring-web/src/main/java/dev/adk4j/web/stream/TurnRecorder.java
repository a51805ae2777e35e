package dev.adk4j.web.stream;

import dev.adk4j.client.AgentStream;
import dev.adk4j.event.AgentEvent;
import dev.adk4j.event.AgentEvent.DispatchEnd;
import dev.adk4j.event.AgentEvent.GenerationStatsEvent;
import dev.adk4j.event.AgentEvent.InnerEvent;
import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.event.AgentEvent.TurnGateClosed;
import dev.adk4j.event.AgentEvent.TurnStart;
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
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the events of one run of a turn, on the thread that emits them. Never waits for a client.
 */
final class TurnRecorder {

  static final String STATE = "state";

  private final Recording recording;
  private final EventJson json;

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

  TurnRecorder(Recording recording, EventJson json, Map<String, TurnRecorder> running) {
    this.recording = recording;
    this.json = json;
    this.running = running;
  }

  TurnCall record(TurnCall turn) {
    return turn.observe(TurnEvent.TURN_START, this::start)
        .on(TurnEvent.MESSAGE, content -> stream("message", content))
        .on(TurnEvent.THOUGHT, content -> stream("thought", content))
        .on(TurnEvent.TOOL_CALL, call -> recording.append("toolCall", json.toolCall(call)))
        .observe(TurnEvent.TURN_GATE_OPEN, this::gateOpen)
        .observe(TurnEvent.TURN_GATE_CLOSED, this::gateClosed)
        .observe(TurnEvent.INNER, this::inner)
        .observe(TurnEvent.GENERATION_STATS, event -> count(event.stats()))
        .observe(TurnEvent.DISPATCH_END, this::dispatched)
        .observe(
            TurnEvent.ERROR,
            error -> {
              failed = true;
              recording.last("error", json.error(error.turnId(), error.error()));
            })
        .inspect(this::waits)
        .observe(TurnEvent.TURN_END, this::end);
  }

  private void start(TurnStart start) {
    running.put(start.turnId(), this);
    recording.start(start.turnId());
  }

  /** Adds an event for the page, unless the turn has ended. Any thread may call it. */
  void extra(String name, ObjectNode data) {
    stateLock.run(
        () -> {
          if (!ended) {
            state = name.equals(STATE) ? data : state;
            recording.append(name, data);
          }
        });
  }

  /** Clients that resume reading here also receive the state. */
  private void gateClosed(TurnGateClosed closed) {
    recording.append("turnGateClosed", json.gateClosed(closed));
    stateLock.run(
        () -> {
          if (state != null) {
            recording.append(STATE, state);
          }
        });
  }

  private void gateOpen(TurnGate gate) {
    recording.append("turnGateOpen", json.gateOpen(gate));
    gate.ref().ifPresent(ref -> recording.opened(ref, gate.isBlocking()));
  }

  /** Gates of calls that began an action are not reported as open, but are still waited for. */
  private void waits(TurnContext turn) {
    turn.waiting().stream()
        .flatMap(waiting -> waiting.calls().stream())
        .map(StoredTurn.Call::gate)
        .filter(Objects::nonNull)
        .forEach(ref -> recording.opened(ref, false));
  }

  private void dispatched(DispatchEnd end) {
    if (end.status() == DispatchStatus.ACK) {
      acknowledged = end;
    }
  }

  private void count(GenerationStats more) {
    usage.accumulateAndGet(more, GenerationStats::plus);
  }

  private void inner(InnerEvent inner) {
    ObjectNode data = json.inner(inner);
    if (data != null) {
      recording.append("inner", data);
    }
    AgentEvent event = inner.event();
    while (event instanceof InnerEvent further) {
      event = further.event();
    }
    if (event instanceof AgentStream.Gate gate) {
      recording.opened(gate.gate().id(), false);
    } else if (event instanceof GenerationStatsEvent generation) {
      count(generation.stats());
    }
  }

  private void stream(String name, TurnStreamableContent content) {
    String key = name + " " + content.id();
    if (content.isComplete()) {
      unfinished.remove(key);
    } else {
      unfinished.put(key, content);
    }
    recording.text(name, content);
  }

  private void end(TurnEnd end) {
    running.remove(end.turnId(), this);
    stateLock.run(() -> ended = true);
    unfinished.forEach(
        (key, content) ->
            recording.last(key.substring(0, key.indexOf(' ')), json.partial(content)));
    recording.end(end, TurnOutcome.of(failed, acknowledged), usage.get());
  }
}
