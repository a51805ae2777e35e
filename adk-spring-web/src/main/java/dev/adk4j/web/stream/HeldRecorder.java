package dev.adk4j.web.stream;

import dev.adk4j.event.TurnStreamableContent;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Begins a run of a turn in a log in memory, and writes each event to it immediately. */
final class HeldRecorder extends TurnRecorder {

  private final TurnEventLog log;
  private final int run;

  HeldRecorder(TurnEventLog log, EventJson json, Map<String, TurnRecorder> running) {
    super(json, running);
    this.log = log;
    this.run = log.begin();
  }

  @Override
  void append(String name, ObjectNode data) {
    log.append(StreamEvent.of(name, data));
  }

  @Override
  void piece(String name, TurnStreamableContent content) {
    StreamEvent.Piece piece = StreamEvent.Piece.of(content);
    log.append(number -> new StreamEvent(number, name, null, piece));
  }

  @Override
  void opened(String ref) {
    log.waitsFor(ref);
  }

  @Override
  void end(TurnOutcome outcome, ObjectNode end) {
    log.end(run, outcome, waitsFor, List.of(StreamEvent.of("end", end)));
  }
}
