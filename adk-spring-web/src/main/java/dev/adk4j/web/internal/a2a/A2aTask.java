package dev.adk4j.web.internal.a2a;

import dev.adk4j.client.Conversation;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A turn as a task.
 *
 * @param owner key of the caller and the agent
 * @param said the message that began it, as JSON; null if this node does not have it
 */
record A2aTask(
    String id, String contextId, String owner, Conversation conversation, @Nullable String said) {

  /** From 1582 to 1970, in units of 100 nanoseconds. */
  private static final long GREGORIAN = 0x01B21DD213814000L;

  /** Returns the time in the id of the turn, which is the same on every node. */
  Instant begun() {
    long high = UUID.fromString(id).getMostSignificantBits();
    long ticks = (high >>> 16 << 12 | high & 0xFFF) - GREGORIAN;
    return Instant.EPOCH.plusNanos(ticks * 100);
  }

  A2aTask withoutMessage() {
    return new A2aTask(id, contextId, owner, conversation, null);
  }
}
