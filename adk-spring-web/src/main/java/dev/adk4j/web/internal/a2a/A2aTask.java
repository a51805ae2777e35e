package dev.adk4j.web.internal.a2a;

import dev.adk4j.client.Conversation;
import dev.adk4j.value.Ids;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A turn as a task.
 *
 * @param owner key of the caller and the agent
 * @param said the message that began it, as JSON; null if this node does not have it
 */
record A2aTask(
    String id, String contextId, String owner, Conversation conversation, @Nullable String said) {

  /** Returns the time in the id of the turn, which is the same on every node. */
  Instant begun() {
    return Ids.createdAt(id);
  }
}
