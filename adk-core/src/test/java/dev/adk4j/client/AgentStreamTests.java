package dev.adk4j.client;

import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent;
import dev.adk4j.harness.StreamedEvents;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.TurnRunner;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class AgentStreamTests {

  private static final DispatchExecutor HELLO =
      (ctx, helpers) -> {
        for (String piece : List.of("Hello", " from", " the", " mock.")) {
          helpers.reportMessage("m", piece);
        }
        helpers.reportMessage("m", "", true);
        ctx.ack();
      };

  private static AgentClient client(DispatchExecutor executor) {
    TurnRunner runner =
        TurnRunner.builder()
            .storage(new InMemoryStorageAdapter())
            .turnInputPipeline(List.of(new AcceptInput()))
            .executor(executor)
            .build();
    return AgentClient.builder(runner).systemPrompt("").streamStall(Duration.ofMillis(50)).build();
  }

  private static AgentStream stream(DispatchExecutor executor) {
    return client(executor).conversation("c").stream("hi");
  }

  @Test
  void publishesPiecesWithTheirBlanksAndTheAnswerLast() throws Exception {
    StreamedEvents<AgentEvent> events = new StreamedEvents<>(Long.MAX_VALUE);
    stream(HELLO).subscribe(events);

    List<AgentEvent> all = events.read();
    assertThat(all.getLast())
        .isInstanceOfSatisfying(
            AgentStream.End.class,
            end -> assertThat(end.answer().text()).isEqualTo("Hello from the mock."));
    assertThat(
            all.stream()
                .filter(AgentStream.Text.class::isInstance)
                .map(e -> ((AgentStream.Text) e).text()))
        .containsExactly("Hello", " from", " the", " mock.");
  }

  @Test
  void joinsTextsThatNobodyAskedFor() throws Exception {
    StreamedEvents<String> texts = new StreamedEvents<>(1);
    AgentStream stream = stream(HELLO);
    stream.text().subscribe(texts);
    await().untilAsserted(() -> assertThat(stream.answer()).isCompleted());
    texts.subscription().request(Long.MAX_VALUE);

    assertThat(texts.read()).containsExactly("Hello", " from the mock.");
  }

  @Test
  void losesNothingOfAReaderWithoutDemand() throws Exception {
    assertLosesNothing(Duration.ofMillis(300));
  }

  @Test
  @Tag("soak")
  void losesNothingOfAReaderWithoutDemandForAMinute() throws Exception {
    assertLosesNothing(Duration.ofMinutes(1));
  }

  /** The turn writes all the time, longer than a reader may slow it, and is never slowed. */
  private static void assertLosesNothing(Duration quiet) throws Exception {
    AtomicInteger written = new AtomicInteger();
    AtomicLong slowest = new AtomicLong();
    AgentStream stream =
        stream(
            (ctx, helpers) -> {
              long end = System.nanoTime() + quiet.toNanos();
              while (System.nanoTime() < end || written.get() < 5_000) {
                long before = System.nanoTime();
                helpers.reportMessage("m", " " + written.incrementAndGet());
                slowest.accumulateAndGet(System.nanoTime() - before, Math::max);
                LockSupport.parkNanos(100_000);
              }
              helpers.reportMessage("m", ".", true);
              ctx.ack();
            });
    StreamedEvents<AgentEvent> first = new StreamedEvents<>(1);
    StreamedEvents<AgentEvent> later = new StreamedEvents<>(0);
    stream.subscribe(first);
    stream.subscribe(later);
    String whole = stream.answer().get(5, TimeUnit.MINUTES).text();
    assertThat(first.soFar()).hasSize(1);
    assertThat(later.soFar()).isEmpty();
    assertThat(first.all()).isNotDone();

    first.subscription().request(Long.MAX_VALUE);
    later.subscription().request(Long.MAX_VALUE);
    assertThat(text(first.read())).isEqualTo(whole).startsWith(" 1 2 ").endsWith(written + ".");
    assertThat(text(later.read())).isEqualTo(whole);
    assertThat(first.soFar().size()).isLessThan(100);
    assertThat(Duration.ofNanos(slowest.get())).isLessThan(Duration.ofSeconds(10));
  }

  private static String text(List<AgentEvent> events) {
    StringBuilder text = new StringBuilder();
    for (AgentEvent event : events) {
      if (event instanceof AgentStream.Text piece) {
        text.append(piece.text());
      }
    }
    return text.toString();
  }

  @Test
  void startsOneTurnForAllSubscriptionsAndReplaysIt() throws Exception {
    AtomicInteger turns = new AtomicInteger();
    AgentStream stream =
        stream(
            (ctx, helpers) -> {
              turns.incrementAndGet();
              HELLO.execute(ctx, helpers);
            });
    assertThat(turns).hasValue(0);
    StreamedEvents<String> first = new StreamedEvents<>(Long.MAX_VALUE);
    stream.text().subscribe(first);
    first.read();
    StreamedEvents<String> second = new StreamedEvents<>(Long.MAX_VALUE);
    stream.text().subscribe(second);

    assertThat(String.join("", second.read())).isEqualTo("Hello from the mock.");
    assertThat(stream.answer().get().text()).isEqualTo("Hello from the mock.");
    assertThat(turns).hasValue(1);
  }

  @Test
  void dropsAFirstSubscriberThatStallsAndGoesOn() throws Exception {
    StreamedEvents<AgentEvent> stalled = new StreamedEvents<>(0);
    AgentStream stream =
        stream(
            (ctx, helpers) -> {
              for (int i = 0; i < 1_100; i++) {
                helpers.reportMessage("m" + i, "x", true);
              }
              ctx.ack();
            });
    stream.subscribe(stalled);

    assertThat(stream.answer().get(60, TimeUnit.SECONDS).text()).isEqualTo("x");
    assertThatThrownBy(stalled::read)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("the turn goes on without it");
    assertThat(stalled.soFar()).isEmpty();
  }

  private final CountDownLatch running = new CountDownLatch(1);
  private final CountDownLatch aborted = new CountDownLatch(1);

  /** Its turn runs until it is aborted. */
  private AgentStream untilAborted() {
    return stream(
        (ctx, helpers) -> {
          ctx.abortSignal().onAbort(reason -> aborted.countDown());
          running.countDown();
          aborted.await();
        });
  }

  @Test
  void abortsTheTurnWhenTheFirstSubscriptionIsCancelled() {
    AgentStream stream = untilAborted();
    StreamedEvents<AgentEvent> first = new StreamedEvents<>(1);
    StreamedEvents<AgentEvent> second = new StreamedEvents<>(1);
    stream.subscribe(first);
    stream.subscribe(second);
    await().until(() -> running.getCount() == 0);
    second.subscription().cancel();
    assertThat(aborted.getCount()).isEqualTo(1);
    first.subscription().cancel();

    await().until(() -> aborted.getCount() == 0);
    assertThat(stream.answer())
        .failsWithin(Duration.ofSeconds(30))
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(AgentTurnException.class);
  }

  @Test
  void abortsTheTurnWhenItsAnswerIsCancelled() {
    AgentStream stream = untilAborted();
    CompletableFuture<Answer> answer = stream.answer();
    await().until(() -> running.getCount() == 0);
    answer.cancel(true);

    await().until(() -> aborted.getCount() == 0);
  }

  @Test
  void endsWithTheErrorOfAFailedTurn() {
    StreamedEvents<AgentEvent> events = new StreamedEvents<>(Long.MAX_VALUE);
    client((ctx, helpers) -> raise(new IllegalStateException("away"))).conversation("c").stream(
            "hi")
        .subscribe(events);
    assertThatThrownBy(events::read)
        .cause()
        .isInstanceOf(AgentTurnException.class)
        .matches(e -> AdkException.is(e, AdkErrorCode.E_LLM_EXECUTION_EXECUTOR_ERROR));
  }

  @Test
  void refusesANegativeDemand() {
    StreamedEvents<AgentEvent> events = new StreamedEvents<>(0);
    stream(HELLO).subscribe(events);
    events.subscription().request(0);
    assertThatThrownBy(events::read).hasCauseInstanceOf(IllegalArgumentException.class);
  }
}
