package dev.adk4j.stored;

import org.jspecify.annotations.Nullable;

/**
 * Event of a durable turn as every reader gets it, now and later.
 *
 * @param seq number, which grows within the turn: the token of the claim that wrote it in the upper
 *     32 bits, its place among the events of that claim in the lower
 * @param name kind of event, such as {@code message}
 * @param id what the event is a piece of, such as the id of a message; null for an event that is
 *     whole
 * @param data its text: of pieces that followed each other within moments, all of them
 * @since 0.1.0
 */
public record StoredEvent(long seq, String name, @Nullable String id, String data) {

  /** Returns the token of the claim that wrote the event. */
  public long token() {
    return seq >>> 32;
  }

  /** Never the text. */
  @Override
  public String toString() {
    return "StoredEvent[" + token() + ":" + (seq & 0xffffffffL) + ", " + name + "]";
  }
}
