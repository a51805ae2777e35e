package dev.adk4j.memory.internal.extraction;

import static dev.adk4j.memory.internal.extraction.ExtractionFixture.TALK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.memory.FakeStore;
import dev.adk4j.memory.ManualDeadlines;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.extraction.FlushReport;
import dev.adk4j.memory.internal.call.Deadlines;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.ExtractionJournal.OpenTurn;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.InMemoryExtractionJournal;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.primitive.MessageRole;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs extraction over a journal that fails now and then, or is used while something ends. */
@Timeout(60)
class UnsteadyJournalTests {

  private static final Duration SOON = Duration.ofSeconds(30);

  private final InMemoryExtractionJournal steady = new InMemoryExtractionJournal();
  private final FakeStore.Raw store = new FakeStore.Raw("raw");
  private final SaveKey key = new SaveKey(TALK, "raw");
  private final List<String> called = new CopyOnWriteArrayList<>();
  private Deadlines deadlines = Deadlines.system();
  private Around around = (method, call) -> call.run();
  private final ExtractionJournal unsteady;
  private final MemoryManager manager;
  private final ExtractionCoordinator extraction;

  UnsteadyJournalTests() {
    store.everyTurn();
    this.unsteady =
        (ExtractionJournal)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ExtractionJournal.class},
                (proxy, method, args) -> {
                  called.add(method.getName());
                  return around.call(
                      method.getName(),
                      () -> {
                        try {
                          return method.invoke(steady, args);
                        } catch (InvocationTargetException e) {
                          throw e.getCause();
                        }
                      });
                });
    this.manager =
        MemoryManager.builder()
            .store(store)
            .journal(unsteady)
            .deadlines((delay, task) -> deadlines.after(delay, task))
            .build();
    this.extraction = manager.extraction();
  }

  private interface Call {
    Object run() throws Throwable;
  }

  private interface Around {
    Object call(String method, Call call) throws Throwable;
  }

  private void say(String id) {
    extraction.capture(
        TALK, List.of(MemoryMessage.text(id, MessageRole.USER, "text of " + id, Instant.EPOCH)));
  }

  private void settle() {
    assertThat(extraction.awaitIdle(SOON)).isTrue();
  }

  /** Fails the first call of that method. */
  private void failOnce(String failing) {
    AtomicBoolean failed = new AtomicBoolean();
    around =
        (method, call) -> {
          if (method.equals(failing) && !failed.getAndSet(true)) {
            throw new IllegalStateException("no journal for a moment");
          }
          return call.run();
        };
  }

  @Test
  void nextTurnClosesUnrecordedTurn() {
    failOnce("closeTurn");
    extraction.turnStarted(TALK, "first");
    say("m0");
    extraction.turnEnded(TALK, "first");
    assertThat(steady.openTurns(TALK)).hasSize(1);

    extraction.turnStarted(TALK, "second");

    assertThat(steady.openTurns(TALK)).extracting(OpenTurn::turnId).containsExactly("second");
    settle();
    assertThat(store.numbers()).containsExactly(List.of(0L));
  }

  @Test
  void journalFailureReleasesLease() {
    failOnce("commit");
    say("m0");
    extraction.turnEnded(TALK, "t");
    settle();
    assertThat(steady.cursor(key).leased()).isFalse();
    assertThat(steady.cursor(key).requests()).as("waits for the sweep").isEqualTo(1);

    FlushReport report = manager.flush(SOON);

    assertThat(report).isEqualTo(new FlushReport(1, 0, Map.of(), true));
    assertThat(store.numbers()).as("delivered again").containsExactly(List.of(0L), List.of(0L));
  }

  @Test
  void servesRequestDuringWorkerShutdown() throws Exception {
    CountDownLatch finishing = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    around =
        (method, call) -> {
          if (method.equals("trim") && finishing.getCount() > 0) {
            finishing.countDown();
            asked.await();
          }
          return call.run();
        };
    say("m0");
    extraction.fire(key);
    finishing.await();
    say("m1");
    extraction.fire(key);
    asked.countDown();
    settle();

    assertThat(store.numbers()).containsExactly(List.of(0L), List.of(1L));
    assertThat(steady.cursor(key).requests()).isZero();
  }

  @Test
  void noSaveBeginsAfterTheClose() {
    AtomicBoolean closed = new AtomicBoolean();
    around =
        (method, call) -> {
          Object result = call.run();
          if (method.equals("commit") && !closed.getAndSet(true)) {
            say("m1");
            extraction.fire(key);
            // On the worker's thread, which is interrupted by it and goes on. The close waits for
            // the worker, and so for itself, until its time is over.
            deadlines =
                (delay, task) -> {
                  task.run();
                  return () -> {};
                };
            manager.close();
            deadlines = Deadlines.system();
            Thread.interrupted();
          }
          return result;
        };
    say("m0");
    extraction.fire(key);
    settle();

    assertThat(store.attempts).hasSize(1);
    assertThat(called).containsOnlyOnce("begin");
    assertThat(steady.cursor(key).leased()).isFalse();
    assertThat(steady.cursor(key).requests()).as("left to others").isPositive();
  }

  /** A database's driver may break off, or even close a file, on a thread that is interrupted. */
  @Test
  void callsJournalOnUninterruptedThread() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    store.take =
        (messages, context) -> {
          begun.countDown();
          new CountDownLatch(1).await();
        };
    around =
        (method, call) -> {
          if (Thread.currentThread().isInterrupted()) {
            called.add("interrupted " + method);
            throw new IllegalStateException("broken off");
          }
          return call.run();
        };
    say("m0");
    extraction.fire(key);
    begun.await();
    manager.close();
    settle();

    assertThat(called).noneMatch(method -> method.startsWith("interrupted"));
    assertThat(steady.cursor(key).leased()).isFalse();
    assertThat(steady.cursor(key).requests()).isEqualTo(1);
  }

  @Test
  void closingInterruptsNoCallOfTheJournalAndDeliversNothingMore() throws Exception {
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    around =
        (method, call) -> {
          if (method.equals("unsaved")) {
            Thread closing = Thread.ofPlatform().start(manager::close);
            while (closing.getState() != Thread.State.WAITING) { // for this worker to end
              Thread.onSpinWait();
            }
            interrupted.complete(Thread.currentThread().isInterrupted());
          }
          return call.run();
        };
    say("m0");
    extraction.fire(key);

    assertThat(interrupted.get(30, TimeUnit.SECONDS)).isFalse();
    settle();
    assertThat(store.attempts).isEmpty();
    assertThat(steady.cursor(key).leased()).isFalse();
    assertThat(steady.cursor(key).requests()).isEqualTo(1);
  }

  @Test
  void savesRequestAfterRestartWhileOldWorkerEnds() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch read = new CountDownLatch(1);
    AtomicBoolean first = new AtomicBoolean(true);
    around =
        (method, call) -> {
          if (method.equals("unsaved") && first.getAndSet(false)) {
            reading.countDown();
            read.await();
          }
          return call.run();
        };
    ManualDeadlines deadlines = new ManualDeadlines();
    MemoryManager restarted =
        MemoryManager.builder().store(store).journal(unsteady).deadlines(deadlines).build();
    say("m0");
    restarted.extraction().fire(key);
    reading.await();
    Thread closing = Thread.ofPlatform().start(restarted::close);
    while (deadlines.pass(Duration.ofSeconds(5)) == 0) { // that it waits for the worker
      Thread.onSpinWait();
    }
    closing.join();

    restarted.start();
    restarted.extraction().fire(key);
    read.countDown();
    assertThat(restarted.extraction().awaitIdle(SOON)).isTrue();
    assertThat(store.numbers()).containsExactly(List.of(0L));
  }

  @Test
  void savesBacklogAfterManagerRestart() {
    manager.start();
    manager.close();
    say("m0");
    extraction.turnEnded(TALK, "t");
    settle();
    assertThat(store.attempts).as("closed").isEmpty();

    manager.start();
    extraction.sweep();
    settle();
    assertThat(store.numbers()).containsExactly(List.of(0L));
    say("m1");
    extraction.turnEnded(TALK, "u");
    settle();
    manager.close();
    assertThat(store.numbers()).containsExactly(List.of(0L), List.of(1L));
  }
}
