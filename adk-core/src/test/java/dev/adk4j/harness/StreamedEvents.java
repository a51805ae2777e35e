package dev.adk4j.harness;

import dev.adk4j.event.AgentEvent;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;

/** Reads a stream of events to its end. */
public final class StreamedEvents implements Flow.Subscriber<AgentEvent> {

  private final List<AgentEvent> events = new CopyOnWriteArrayList<>();
  private final CompletableFuture<List<AgentEvent>> over = new CompletableFuture<>();

  /** Subscribes to the stream. */
  public static StreamedEvents of(Flow.Publisher<AgentEvent> stream) {
    StreamedEvents events = new StreamedEvents();
    stream.subscribe(events);
    return events;
  }

  /** Returns what has been read so far. */
  public List<AgentEvent> soFar() {
    return events;
  }

  /** Completes with all events, or with the failure of the stream. */
  public CompletableFuture<List<AgentEvent>> all() {
    return over;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(AgentEvent event) {
    events.add(event);
  }

  @Override
  public void onError(Throwable failure) {
    over.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    over.complete(events);
  }
}
