package dev.adk4j.web.stream;

import dev.adk4j.event.TurnStreamableContent;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Writes each event to a log in memory immediately. */
final class HeldRecorder extends TurnRecorder {

  private final TurnEventLogs logs;
  private final TurnEventLog log;
  private final int run;

  /**
   * @param run number of the recorded run of the turn
   */
  HeldRecorder(
      TurnEventLogs logs,
      TurnEventLog log,
      int run,
      EventJson json,
      Map<String, TurnRecorder> running) {
    super(json, running);
    this.logs = logs;
    this.log = log;
    this.run = run;
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
    boolean rests = outcome == TurnOutcome.WAITING;
    logs.end(log, run, rests, waitsFor, List.of(StreamEvent.of("end", end)));
  }
}
