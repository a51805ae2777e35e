package dev.adk4j.web.stream;

import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnStreamableContent;
import tools.jackson.databind.node.ObjectNode;

/** Records the events of one run of a turn. */
interface Recording {

  /** Called when the turn has started. */
  void start(String turnId);

  /** Adds a piece of a text, or its end. */
  void text(String name, TurnStreamableContent content);

  /** Adds an event. */
  void append(String name, ObjectNode data);

  /** Adds an event that is valid only if the turn ends with this run. */
  default void last(String name, ObjectNode data) {
    append(name, data);
  }

  /**
   * Called when the newest event opens a gate. Unless the gate blocks the turn, the turn ends there
   * and resumes later.
   */
  void opened(String ref, boolean blocking);

  /** Called when the run is over. */
  void end(TurnEnd end, TurnOutcome outcome, GenerationStats usage);
}
