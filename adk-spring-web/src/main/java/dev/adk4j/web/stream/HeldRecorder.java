package dev.adk4j.web.stream;

import dev.adk4j.event.TurnStreamableContent;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Writes each event to a log in memory immediately. */
final class HeldRecorder extends TurnRecorder {

  private final TurnEventLogs logs;
  private final TurnEventLog log;

  HeldRecorder(
      TurnEventLogs logs, TurnEventLog log, EventJson json, Map<String, TurnRecorder> running) {
    super(json, running);
    this.logs = logs;
    this.log = log;
  }

  @Override
  void append(String name, ObjectNode data) {
    logs.append(log, StreamEvent.of(name, data));
  }

  @Override
  void piece(String name, TurnStreamableContent content) {
    StreamEvent.Piece piece =
        new StreamEvent.Piece(
            content.turnId(), content.id(), content.updatedAt(), content.aDelta());
    logs.append(log, number -> new StreamEvent(number, name, piece));
  }

  @Override
  void opened(String ref) {
    log.waitsFor(ref);
  }

  @Override
  void end(String turnId, TurnOutcome outcome, ObjectNode end) {
    append("end", end);
    waitsFor.forEach(log::waitsFor);
    log.end(outcome == TurnOutcome.WAITING);
  }
}
