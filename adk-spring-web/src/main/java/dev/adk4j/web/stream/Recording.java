package dev.adk4j.web.stream;

import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnStreamableContent;

/** Takes the events of one run of a turn. */
interface Recording {

  /** The turn has started. */
  void start(String turnId);

  /** Adds a piece of a text, or its end. */
  void text(String name, TurnStreamableContent content);

  /** Adds an event. */
  void append(String name, StreamJson data);

  /** Adds an event that counts only if the turn ends with this run. */
  void last(String name, StreamJson data);

  /** The newest event opens the gate; the turn ends there and goes on later unless it blocks. */
  void opened(String ref, boolean blocking);

  /** The run is over. */
  void end(TurnEnd end, TurnOutcome outcome, GenerationStats usage);
}
