package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.client.AgentStream;
import dev.adk4j.event.AgentEvent;
import dev.adk4j.event.AgentEvent.InnerEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads all events of a stream, or cancels at one. */
public final class EventReader implements Flow.Subscriber<AgentEvent> {

  final List<AgentEvent> events = new CopyOnWriteArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicReference<Flow.Subscription> subscription = new AtomicReference<>();
  private final Predicate<AgentEvent> cancels;

  private EventReader(Predicate<AgentEvent> cancels) {
    this.cancels = cancels;
  }

  public static EventReader of(AgentStream stream) {
    return of(stream, event -> false);
  }

  static EventReader of(AgentStream stream, Predicate<AgentEvent> cancels) {
    EventReader reader = new EventReader(cancels);
    stream.subscribe(reader);
    return reader;
  }

  static boolean isText(AgentEvent event) {
    return event instanceof AgentStream.Text
        || (event instanceof InnerEvent inner && isText(inner.event()));
  }

  String text() {
    return events.stream()
        .flatMap(e -> e instanceof AgentStream.Text t ? Stream.of(t.text()) : Stream.of())
        .collect(Collectors.joining());
  }

  /** Returns the text when the stream has ended. */
  public String whole() throws InterruptedException {
    assertThat(over.await(20, TimeUnit.SECONDS)).isTrue();
    return text();
  }

  public void cancel() {
    subscription.get().cancel();
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription.set(given);
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(AgentEvent event) {
    events.add(event);
    if (cancels.test(event)) {
      cancel();
    }
  }

  @Override
  public void onError(Throwable failure) {
    over.countDown();
  }

  @Override
  public void onComplete() {
    over.countDown();
  }
}
