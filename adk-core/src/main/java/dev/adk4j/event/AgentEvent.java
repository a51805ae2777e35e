package dev.adk4j.event;

import org.jspecify.annotations.Nullable;

/** What listeners are given, but for gates. Immutable. */
public interface AgentEvent {

  /** The turn it belongs to; the dispatch context's own id in a standalone dispatch. */
  @Nullable String turnId();
}
