package dev.adk4j.stored;

import org.jspecify.annotations.Nullable;

/**
 * Event of a durable turn, the same for every reader, live or later.
 *
 * @param seq number, which grows within the turn: the upper 32 bits hold the token of the claim
 *     that wrote the event, the lower 32 bits its position among the events of that claim
 * @param name kind of event, such as {@code message}
 * @param id id of the text that the event is a piece of, such as the id of a message; null for a
 *     whole event
 * @param data its text; all pieces that followed each other within moments are joined
 * @since 0.1.0
 */
public record StoredEvent(long seq, String name, @Nullable String id, String data) {

  /** Returns the token of the claim that wrote the event. */
  public long token() {
    return seq >>> 32;
  }

  /** Omits the text. */
  @Override
  public String toString() {
    return "StoredEvent[" + token() + ":" + (seq & 0xffffffffL) + ", " + name + "]";
  }
}
