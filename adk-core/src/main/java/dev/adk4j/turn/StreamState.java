package dev.adk4j.turn;

import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.loop.DispatchContext.OutputFilter;
import dev.adk4j.loop.DispatchContext.OutputFilter.Kind;
import dev.adk4j.primitive.Message;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One message or thought stream: listeners receive its steps in the order they were appended. */
final class StreamState extends OrderedEvents<TurnStreamableContent> {

  private final StreamBuffer buffer = new StreamBuffer();
  private final Kind kind;
  private final String id;
  private final int iteration;
  private @Nullable Instant createdAt;
  private boolean complete;

  /** First half of a character whose other half has not arrived; empty for none. */
  private String half = "";

  StreamState(DefaultDispatchContext ctx, Kind kind, String id) {
    super(ctx, kind == Kind.MESSAGE ? TurnEvent.MESSAGE : TurnEvent.THOUGHT);
    this.kind = kind;
    this.id = id;
    this.iteration = ctx.iteration();
  }

  void report(String given, boolean isComplete) {
    next(() -> step(given, isComplete));
  }

  private @Nullable TurnStreamableContent step(String given, boolean isComplete) {
    if (complete) {
      throw new IllegalStateException(
          "The "
              + kind.name().toLowerCase(Locale.ROOT)
              + " stream '"
              + id
              + "' was completed; report further text under another id.");
    }
    OutputFilter filter = ctx.filter();
    String delta =
        whole(filter == null ? given : filter.told(kind, id, given, isComplete), isComplete);
    if (delta.isEmpty() && !isComplete && (filter != null || !half.isEmpty())) {
      return null;
    }
    Instant now = ctx.clock().instant();
    complete = isComplete;
    int length = buffer.append(delta);
    Instant since = createdAt == null ? now : createdAt;
    createdAt = since;
    return TurnStreamableContent.lazy(
        ctx.turnId(), id, () -> buffer.prefix(length), delta, isComplete, since, now);
  }

  /**
   * Returns the text with the half that was kept, without a half that begins a character: clients
   * that encode each piece by itself would lose both halves.
   */
  private String whole(String more, boolean isComplete) {
    String all = half + more;
    int end = all.length();
    if (!isComplete && end > 0 && Character.isHighSurrogate(all.charAt(end - 1))) {
      end--;
    }
    half = all.substring(end);
    return all.substring(0, end);
  }

  /**
   * Returns the text that the iteration has emitted so far as a partial answer; null if it emitted
   * nothing.
   */
  @Nullable Message told(int iteration) {
    return mutex.get(
        () -> {
          String text = buffer.text();
          return createdAt == null || text.isBlank() || this.iteration != iteration
              ? null
              : Message.partial(id, text, createdAt);
        });
  }
}
