package dev.adk4j.turn;

import dev.adk4j.value.Scope;

/**
 * Resolves the owner of the data that a turn works on, if its raw context does not name one. Called
 * once at the start of each turn, on the thread that started it, so it may read a security context.
 * Never use a model's output or a tool's arguments for this.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface ScopeResolver {

  /**
   * Returns the scope, never null. An exception refuses the turn with {@code
   * E_INVALID_TURN_CONTEXT}, before any event.
   */
  Scope resolve(RawTurnContext raw) throws Exception;
}
