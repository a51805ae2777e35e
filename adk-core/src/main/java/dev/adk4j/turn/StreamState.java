package dev.adk4j.turn;

import dev.adk4j.event.TurnStreamableContent;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One message or thought stream: listeners get its steps in the order they were appended. */
final class StreamState extends OrderedEvents<TurnStreamableContent> {

  private final StreamBuffer buffer = new StreamBuffer();
  private final String kind;
  private final String id;
  private @Nullable Instant createdAt;
  private boolean complete;

  StreamState(String kind, String id) {
    this.kind = kind;
    this.id = id;
  }

  void report(
      String turnId,
      String delta,
      boolean isComplete,
      InstantSource clock,
      Consumer<TurnStreamableContent> listeners) {
    TurnStreamableContent step;
    boolean first;
    lock.lock();
    try {
      if (complete) {
        throw new IllegalStateException(
            "The "
                + kind
                + " stream '"
                + id
                + "' was completed; report further text under another id.");
      }
      Instant now = clock.instant();
      complete = isComplete;
      int length = buffer.append(delta);
      Instant since = createdAt == null ? now : createdAt;
      createdAt = since;
      step =
          TurnStreamableContent.lazy(
              turnId, id, () -> buffer.prefix(length), delta, isComplete, since, now);
      first = take(step);
    } finally {
      lock.unlock();
    }
    if (first) {
      tell(step, listeners);
    }
  }

  StreamBuffer buffer() {
    return buffer;
  }
}
