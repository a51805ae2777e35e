package dev.adk4j.client;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Scope;

/**
 * Talks to an agent in one conversation. Remembers nothing itself: what was said before is loaded
 * by the runner's middleware. Thread-safe; two turns of one conversation at the same time do not
 * see each other's messages.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class Conversation extends AgentVerbs {

  private final AgentClient client;
  private final Scope scope;

  Conversation(AgentClient client, Scope scope) {
    this.client = client;
    this.scope = scope;
  }

  /** Returns the owner of the conversation and its id. */
  public Scope scope() {
    return scope;
  }

  @Override
  PreparedTurn prepare(Message message, TurnOptions options) {
    return client.prepare(scope, message, options, true);
  }

  @Override
  AgentStream streaming(PreparedTurn turn) {
    return client.streaming(turn);
  }
}
