package dev.adk4j.web.stream;

import dev.adk4j.client.AgentStream;
import dev.adk4j.event.AgentEvent;
import dev.adk4j.event.AgentEvent.DispatchEnd;
import dev.adk4j.event.AgentEvent.GenerationStatsEvent;
import dev.adk4j.event.AgentEvent.InnerEvent;
import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.turn.TurnCall;
import dev.adk4j.value.Scope;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Writes the events of one turn into its log, on the thread that emits them. Never waits for a
 * client.
 */
final class TurnRecorder {

  private final TurnEventLogs logs;
  private final TurnEventLog log;
  private final EventJson json;
  private final Scope scope;

  /** Streams that are not complete, by event name and id. */
  private final Map<String, TurnStreamableContent> unfinished = new ConcurrentSkipListMap<>();

  private final AtomicReference<GenerationStats> usage =
      new AtomicReference<>(GenerationStats.none());

  private volatile @Nullable DispatchEnd acknowledged;
  private volatile boolean failed;

  TurnRecorder(TurnEventLogs logs, TurnEventLog log, EventJson json, Scope scope) {
    this.logs = logs;
    this.log = log;
    this.json = json;
    this.scope = scope;
  }

  TurnCall record(TurnCall turn) {
    return turn.observe(TurnEvent.TURN_START, start -> logs.register(start.turnId(), scope, log))
        .on(TurnEvent.MESSAGE, content -> stream("message", content))
        .on(TurnEvent.THOUGHT, content -> stream("thought", content))
        .on(TurnEvent.TOOL_CALL, call -> append("toolCall", json.toolCall(call)))
        .observe(TurnEvent.TURN_GATE_OPEN, this::gateOpen)
        .observe(
            TurnEvent.TURN_GATE_CLOSED, closed -> append("turnGateClosed", json.gateClosed(closed)))
        .observe(TurnEvent.INNER, this::inner)
        .observe(TurnEvent.GENERATION_STATS, event -> count(event.stats()))
        .observe(TurnEvent.DISPATCH_END, this::dispatched)
        .observe(
            TurnEvent.ERROR,
            error -> {
              failed = true;
              append("error", json.error(error));
            })
        .observe(TurnEvent.TURN_END, this::end);
  }

  private void gateOpen(TurnGate gate) {
    append("turnGateOpen", json.gateOpen(gate));
    gate.ref().ifPresent(ref -> log.opened(ref, gate.isBlocking()));
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
    StreamJson data = json.inner(inner);
    if (data != null) {
      append("inner", data);
    }
    AgentEvent event = inner.event();
    while (event instanceof InnerEvent further) {
      event = further.event();
    }
    if (event instanceof AgentStream.Gate gate) {
      log.opened(gate.gate().id(), false);
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
    append(name, json.delta(content));
  }

  private void end(TurnEnd end) {
    unfinished.forEach(
        (key, content) -> append(key.substring(0, key.indexOf(' ')), json.partial(content)));
    append("end", json.end(end, TurnOutcome.of(failed, acknowledged), usage.get()));
    logs.end(end.turnId(), log);
  }

  private void append(String name, StreamJson data) {
    logs.append(log, name, data);
  }
}
