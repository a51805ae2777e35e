package dev.adk4j.event;

import org.jspecify.annotations.Nullable;

/** An event that listeners receive; gates are the exception. Immutable. */
public interface AgentEvent {

  /** Returns the turn it belongs to; the dispatch context's own id in a standalone dispatch. */
  @Nullable String turnId();
}
