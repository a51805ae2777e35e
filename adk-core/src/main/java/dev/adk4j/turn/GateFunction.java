package dev.adk4j.turn;

import dev.adk4j.gate.GateRequest;
import org.jspecify.annotations.Nullable;

/**
 * Opens the gates of a standalone dispatch; {@code new TurnGates(…)::waitFor} is one. Called from
 * any thread of the dispatch.
 */
@FunctionalInterface
public interface GateFunction {

  /**
   * Blocks until there is a decision; returns what the request's schema accepts, or throws what the
   * waiter is to throw.
   */
  @Nullable Object waitFor(GateRequest<?> request) throws Exception;
}
