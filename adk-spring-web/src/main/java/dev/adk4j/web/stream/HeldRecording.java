package dev.adk4j.web.stream;

import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.value.Scope;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes each event to a log in memory immediately.
 *
 * @param run number of the recorded run of the turn
 */
record HeldRecording(TurnEventLogs logs, TurnEventLog log, int run, EventJson json, Scope scope)
    implements Recording {

  @Override
  public void start(String turnId) {
    logs.register(turnId, scope, log);
  }

  @Override
  public void text(String name, TurnStreamableContent content) {
    if (content.isComplete()) {
      append(name, json.last(content));
      return;
    }
    StreamEvent.Piece piece =
        new StreamEvent.Piece(
            content.turnId(), content.id(), content.updatedAt(), content.aDelta());
    logs.append(log, number -> new StreamEvent(number, name, piece));
  }

  @Override
  public void append(String name, ObjectNode data) {
    logs.append(log, StreamEvent.of(name, data));
  }

  @Override
  public void opened(String ref, boolean blocking) {
    log.opened(ref, blocking);
  }

  @Override
  public void end(TurnEnd end, TurnOutcome outcome, GenerationStats usage) {
    boolean rests = outcome == TurnOutcome.WAITING;
    ObjectNode last = json.end(end, outcome, usage);
    ObjectNode data = rests ? json.waiting(last, log.waitsFor()) : last;
    logs.end(log, run, rests, List.of(StreamEvent.of("end", data)));
  }
}
