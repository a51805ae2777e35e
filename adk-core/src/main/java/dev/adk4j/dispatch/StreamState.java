package dev.adk4j.dispatch;

import dev.adk4j.event.TurnStreamableContent;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One message or thought stream. Its steps are emitted under its lock, so listeners get them in the
 * order they were appended.
 */
final class StreamState {

  private final ReentrantLock lock = new ReentrantLock();
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
      Consumer<TurnStreamableContent> emit) {
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
      complete = isComplete;
      int length = buffer.append(delta);
      Instant now = clock.instant();
      Instant since = createdAt == null ? now : createdAt;
      createdAt = since;
      emit.accept(
          TurnStreamableContent.lazy(
              turnId, id, () -> buffer.prefix(length), delta, isComplete, since, now));
    } finally {
      lock.unlock();
    }
  }

  StreamBuffer buffer() {
    return buffer;
  }
}
