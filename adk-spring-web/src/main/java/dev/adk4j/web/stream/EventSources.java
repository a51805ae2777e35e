package dev.adk4j.web.stream;

import dev.adk4j.client.Conversation;
import dev.adk4j.value.Scope;
import org.jspecify.annotations.Nullable;

/**
 * Finds the events of a turn: the log of this node, or else the stored events of a durable turn.
 *
 * @param durable null if no events are stored
 */
record EventSources(TurnEventLogs logs, EventJson json, @Nullable DurableEvents durable) {

  EventSource of(Scope scope, String turnId, boolean forward) {
    EventSource source = find(scope, turnId, forward);
    if (source == null) {
      throw EventSource.unknown(turnId);
    }
    return source;
  }

  /** Returns the events of the turn; null if there are none. */
  @Nullable EventSource find(Scope scope, String turnId, boolean forward) {
    EventSource held = logs.find(scope, turnId).orElse(null);
    return held == null ? stored(scope, turnId, forward, "") : held;
  }

  /**
   * Returns the stored events of a durable turn; null if there are none.
   *
   * @param gate decided gate after which the client reads; empty for none
   */
  @Nullable StoredSource stored(Scope scope, String turnId, boolean forward, String gate) {
    return durable == null ? null : durable.source(scope, turnId, forward, gate);
  }

  /** Returns the events of a turn that may wait several times, to its end. */
  EventSource onward(Conversation conversation, String turnId) {
    Scope scope = conversation.scope();
    return find(scope, turnId, false) instanceof StoredSource stored
        ? stored
        : new HeldSource(logs, logs.ofWaiting(turnId, scope), json, conversation, turnId);
  }
}
