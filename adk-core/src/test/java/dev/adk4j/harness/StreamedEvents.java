package dev.adk4j.harness;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;

/** Reads a stream to its end, or as far as a test asks for. */
public final class StreamedEvents<T> implements Flow.Subscriber<T> {

  private final List<T> events = new CopyOnWriteArrayList<>();
  private final CompletableFuture<List<T>> over = new CompletableFuture<>();
  private final long first;
  private volatile Flow.Subscription subscription;

  /**
   * Creates a reader.
   *
   * @param first how many events it asks for by itself
   */
  public StreamedEvents(long first) {
    this.first = first;
  }

  /** Subscribes to the whole stream. */
  public static <T> StreamedEvents<T> of(Flow.Publisher<T> stream) {
    StreamedEvents<T> events = new StreamedEvents<>(Long.MAX_VALUE);
    stream.subscribe(events);
    return events;
  }

  /** Returns what has been read so far. */
  public List<T> soFar() {
    return events;
  }

  /** Completes with all events, or with the failure of the stream. */
  public CompletableFuture<List<T>> all() {
    return over;
  }

  /** Waits for the end. */
  public List<T> read() throws Exception {
    return over.get(60, TimeUnit.SECONDS);
  }

  public Flow.Subscription subscription() {
    return subscription;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    if (first > 0) {
      given.request(first);
    }
  }

  @Override
  public void onNext(T event) {
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
