package dev.adk4j.memory.internal.extraction;

import static dev.adk4j.harness.Failures.raise;
import static dev.adk4j.memory.internal.extraction.ExtractionFixture.TALK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.abort.AbortException;
import dev.adk4j.memory.FakeStore;
import dev.adk4j.memory.ManualDeadlines;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.extraction.ExtractionSettings;
import dev.adk4j.memory.extraction.FlushReport;
import dev.adk4j.memory.extraction.ModelExtractor;
import dev.adk4j.memory.extraction.ModelExtractor.ParseFailure;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.InMemoryExtractionJournal;
import dev.adk4j.memory.store.ExtractionTrigger;
import dev.adk4j.memory.store.Extractor;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryPart;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.StoreExtractionSettings;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ExtractionTests {

  private static final Duration SOON = Duration.ofSeconds(30);

  /** Saves at its interval. */
  private final FakeStore.Raw store = new FakeStore.Raw("a");

  private final ExtractionFixture talk = new ExtractionFixture(store);

  /** Saves what every turn says. */
  private final FakeStore.Raw everyTurn = FakeStore.everyTurn("a");

  private final ExtractionFixture eager = new ExtractionFixture(everyTurn);

  @Test
  void everyFifthTurnSavesNewMessagesWithNumbers() {
    talk.turns(4);
    assertThat(store.batches).isEmpty();
    talk.turn();
    assertThat(store.numbers()).containsExactly(numbers(0, 9));
    talk.turns(6);
    assertThat(store.numbers()).containsExactly(numbers(0, 9), numbers(10, 19));
    FlushReport report = talk.manager.flush(SOON);
    assertThat(store.numbers()).containsExactly(numbers(0, 9), numbers(10, 19), numbers(20, 21));
    assertThat(report).isEqualTo(new FlushReport(1, 0, Map.of(), true));
    assertThat(talk.manager.flush(SOON)).isEqualTo(FlushReport.NOTHING);
    assertThat(store.contexts.getFirst().idempotencyKeys())
        .startsWith("acme/ann/c1/0", "acme/ann/c1/1");
    assertThat(talk.journal.unsaved(ExtractionFixture.key(store), 0)).isEmpty();
  }

  @Test
  void flushNeitherResetsNorAdvancesTheInterval() {
    talk.turns(3);
    talk.manager.flush(SOON);
    talk.turn();
    assertThat(store.batches).hasSize(1);
    talk.turn();
    assertThat(store.numbers()).containsExactly(numbers(0, 5), numbers(6, 9));
  }

  @Test
  void backsOffAfterTenFailures() {
    FakeStore.Raw store = FakeStore.everyTurn("a");
    List<Integer> attempts = new ArrayList<>();
    store.down = true;
    ExtractionFixture talk = new ExtractionFixture(store);
    for (int turn = 1; turn <= 24; turn++) {
      if (turn == 21) {
        store.down = false;
      }
      int before = store.attempts.size();
      talk.turn();
      if (store.attempts.size() > before) {
        attempts.add(turn);
      }
    }
    assertThat(attempts).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 16, 19, 22, 23, 24);
    assertThat(store.numbers().stream().flatMap(List::stream))
        .containsExactlyElementsOf(numbers(0, 47));
    assertThat(talk.cursor(store).failures()).isZero();
    assertThat(talk.cursor(store).probes()).isZero();
  }

  @Test
  void flushTriesAlsoWhileBackingOffAndLeavesTheProbesAlone() {
    FakeStore.Raw store = FakeStore.everyTurn("a");
    store.down = true;
    ExtractionFixture talk = new ExtractionFixture(store);
    talk.turns(11);
    assertThat(talk.cursor(store).failures()).isEqualTo(10);
    FlushReport report = talk.manager.flush(SOON);
    assertThat(talk.cursor(store).failures()).isEqualTo(11);
    assertThat(report).isEqualTo(new FlushReport(0, 1, Map.of("a", 22L), true));
    assertThat(talk.cursor(store).probes()).isEqualTo(1);
    assertThat(talk.cursor(store).lastError()).isEqualTo("java.io.IOException");
  }

  @Test
  void twoTriggersInOneTurnOfAFailingStoreAreTwoAttempts() {
    FakeStore.Raw store = new FakeStore.Raw("a");
    store.on(new ExtractionTrigger.InvocationTrigger(), new ExtractionTrigger.IntervalTrigger(1));
    store.down = true;
    ExtractionFixture talk = new ExtractionFixture(store);
    talk.turn();
    assertThat(store.attempts).hasSize(2);
    assertThat(talk.cursor(store).failures()).isEqualTo(2);
  }

  @Test
  void twoRequestsForTheSameMessagesAreOneCallWhenTheFirstSucceeds() {
    FakeStore.Raw store = new FakeStore.Raw("a");
    store.on(new ExtractionTrigger.InvocationTrigger(), new ExtractionTrigger.IntervalTrigger(1));
    ExtractionFixture talk = new ExtractionFixture(store);
    talk.turn();
    assertThat(store.numbers()).containsExactly(numbers(0, 1));
  }

  @Test
  void triggerCountsPerStore() {
    ExtractionTrigger.IntervalTrigger shared = new ExtractionTrigger.IntervalTrigger(2);
    FakeStore.Raw a = new FakeStore.Raw("a");
    FakeStore.Raw b = new FakeStore.Raw("b");
    a.on(shared);
    b.on(shared);
    ExtractionFixture talk = new ExtractionFixture(a, b);
    talk.turns(2);
    assertThat(a.numbers()).containsExactly(numbers(0, 3));
    assertThat(b.numbers()).containsExactly(numbers(0, 3));
  }

  @Test
  void toolLoopKeepsItsNumbersThroughTheFilter() {
    FakeStore.Raw filtered = FakeStore.everyTurn("filtered");
    FakeStore.Raw whole = FakeStore.everyTurn("whole");
    whole.extraction =
        whole.extraction.map(
            config -> config.withFilter(StoreExtractionSettings.MessageFilter.excluding()));
    ExtractionFixture talk = new ExtractionFixture(filtered, whole);
    MemoryPart use = new MemoryPart.ToolUse("t", "clock", JsonValue.of(Map.of()));
    MemoryPart result = new MemoryPart.ToolResult("t", "noon", false, List.of());
    talk.extraction.capture(
        TALK,
        List.of(
            message("ask", MessageRole.USER, new MemoryPart.Text("What time is it?")),
            message("look", MessageRole.ASSISTANT, new MemoryPart.Text("Let me see."), use),
            message("r1", MessageRole.USER, result),
            message("again", MessageRole.ASSISTANT, use),
            message("r2", MessageRole.USER, result),
            message("answer", MessageRole.ASSISTANT, new MemoryPart.Text("Noon."))));
    talk.extraction.turnEnded(TALK, "t1");
    talk.settle();
    assertThat(filtered.numbers()).containsExactly(List.of(0L, 1L, 5L));
    assertThat(filtered.batches.getFirst()).allMatch(m -> m.parts().size() == 1);
    assertThat(whole.numbers()).containsExactly(numbers(0, 5));
  }

  @Test
  void fullyFilteredBatchMovesCursorAndKeepsFailures() {
    FakeStore.Raw store = FakeStore.everyTurn("a");
    store.down = true;
    ExtractionFixture talk = new ExtractionFixture(store);
    talk.turn();
    talk.extraction.journal().remove(TALK, "m0");
    talk.extraction.journal().remove(TALK, "m1");
    talk.extraction.capture(
        TALK, List.of(message("t", MessageRole.ASSISTANT, new MemoryPart.Reasoning("hm"))));
    talk.extraction.turnEnded(TALK, "t1");
    talk.settle();
    assertThat(store.attempts).hasSize(1);
    assertThat(talk.cursor(store).savedSeq()).isEqualTo(2);
    assertThat(talk.cursor(store).failures()).isEqualTo(1);
  }

  @Test
  void brokenOrHangingStoreDoesNotHoldUpAnother() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    FakeStore.Raw hanging = FakeStore.everyTurn("hanging");
    hanging.take =
        (messages, context) -> {
          begun.countDown();
          release.await();
        };
    FakeStore.Raw well = FakeStore.everyTurn("well");
    ExtractionFixture talk = new ExtractionFixture(hanging, well);
    talk.say(MessageRole.USER);
    talk.extraction.turnEnded(TALK, "t1");
    begun.await();
    await().atMost(SOON).until(() -> well.batches.size() == 1);
    talk.say(MessageRole.USER);
    talk.extraction.turnEnded(TALK, "t2");
    await().atMost(SOON).until(() -> well.batches.size() == 2);
    release.countDown();
    talk.settle();
    assertThat(hanging.numbers()).containsExactly(List.of(0L), List.of(1L));
  }

  @Test
  void factKeysAreEqualForAllAttempts() {
    FakeStore.Facts store = new FakeStore.Facts("facts");
    List<String> transcripts = new ArrayList<>();
    store.everyTurn();
    ExtractionFixture talk =
        new ExtractionFixture(
            ExtractionSettings.DEFAULT,
            (system, user) -> {
              transcripts.add(user);
              return "Sure: [{\"content\": \" Ann likes tea. \", \"metadata\": {\"k\": 1}}, 7,"
                  + " {\"content\": \" \"}, {\"other\": \"x\"}]";
            },
            store);
    talk.turn();
    assertThat(store.added).containsExactly("Ann likes tea.");
    assertThat(store.metadata).containsExactly(Map.of("k", 1));
    assertThat(transcripts.getFirst())
        .endsWith(
            "\n\n[{\"role\":\"user\",\"content\":\"text of m0\"},"
                + "{\"role\":\"assistant\",\"content\":\"text of m1\"}]");
    assertThat(store.contexts.getFirst().idempotencyKey()).hasSize(64);
    assertThat(store.contexts.getFirst().conversation()).isEqualTo("c1");
    assertThat(store.contexts.getFirst().origin()).isEqualTo(MemoryWriteContext.Origin.EXTRACTION);
  }

  @Test
  void failedFactFailsSaveAndRepeatsAll() {
    FakeStore.Facts store = new FakeStore.Facts("facts");
    AtomicBoolean broken = new AtomicBoolean(true);
    store.write =
        content -> {
          if (broken.get() && content.equals("two")) {
            throw new java.io.IOException("down");
          }
        };
    store.everyTurn(
        (messages, ctx) ->
            List.of(Extractor.ExtractedFact.of("one"), Extractor.ExtractedFact.of("two")));
    ExtractionFixture talk = new ExtractionFixture(store);
    talk.turn();
    assertThat(talk.cursor(store).failures()).isEqualTo(1);
    broken.set(false);
    talk.turn();
    assertThat(store.added).contains("one", "two").hasSize(3);
    assertThat(talk.pending(store)).isZero();
  }

  @Test
  void stagedFactsAreExtractedOnceAndOnlyTheMissingOnesAreWrittenAgain() {
    FakeStore.Facts store = new FakeStore.Facts("facts");
    AtomicBoolean broken = new AtomicBoolean(true);
    List<String> tries = new java.util.concurrent.CopyOnWriteArrayList<>();
    store.write =
        content -> {
          tries.add(content);
          if (broken.get() && content.startsWith("two")) {
            throw new java.io.IOException("down");
          }
        };
    List<Integer> extracted = new java.util.concurrent.CopyOnWriteArrayList<>();
    store.everyTurn(
        (messages, ctx) -> {
          extracted.add(messages.size());
          String last = messages.getLast().messageId();
          return List.of(
              Extractor.ExtractedFact.of("one of " + last),
              new Extractor.ExtractedFact("two of " + last, Map.of("k", 1)));
        });
    ExtractionFixture talk =
        new ExtractionFixture(ExtractionSettings.builder().stageFacts(true).build(), store);
    talk.turn();
    assertThat(talk.cursor(store).failures()).isEqualTo(1);
    talk.turn();
    assertThat(extracted).as("the model is asked once").containsExactly(2);
    assertThat(tries).containsExactlyInAnyOrder("one of m1", "two of m1", "two of m1");

    broken.set(false);
    talk.turn();
    assertThat(extracted).as("what came since is the next batch").containsExactly(2, 4);
    assertThat(store.added)
        .containsExactlyInAnyOrder("one of m1", "two of m1", "one of m5", "two of m5");
    assertThat(store.metadata).contains(Map.of("k", 1));
    assertThat(store.contexts.stream().map(c -> c.idempotencyKey()).distinct()).hasSize(4);
    assertThat(talk.pending(store)).isZero();
    assertThat(talk.journal.staged(ExtractionFixture.key(store))).isEmpty();
  }

  @Test
  void unreadableAnswerIsSkippedOrRetried() {
    FakeStore.Facts skipping = new FakeStore.Facts("skipping");
    FakeStore.Facts retrying = new FakeStore.Facts("retrying");
    StoreExtractionSettings config =
        StoreExtractionSettings.DEFAULT.withTriggers(new ExtractionTrigger.InvocationTrigger());
    ModelExtractor babbling = ModelExtractor.of((system, user) -> "I [really] do not [know].");
    skipping.extraction = Optional.of(config.withExtractor(babbling));
    retrying.extraction =
        Optional.of(config.withExtractor(babbling.onParseFailure(ParseFailure.RETRY)));
    ExtractionFixture talk = new ExtractionFixture(skipping, retrying);
    talk.turn();
    assertThat(talk.pending(skipping)).isZero();
    assertThat(talk.pending(retrying)).isEqualTo(2);
    assertThat(talk.cursor(retrying).lastError()).endsWith("E_MEMORY_EXTRACTION_FAILED");
  }

  @Test
  void storeWithBothInterfacesGetsMessagesWithoutExtractor() {
    FakeStore.Both raw = new FakeStore.Both("raw");
    raw.everyTurn();
    FakeStore.Both distilled = new FakeStore.Both("distilled");
    distilled.extraction =
        raw.extraction.map(
            config ->
                config.withExtractor((messages, ctx) -> List.of(Extractor.ExtractedFact.of("f"))));
    ExtractionFixture talk = new ExtractionFixture(raw, distilled);
    talk.turn();
    assertThat(raw.batches).hasSize(1);
    assertThat(raw.added).isEmpty();
    assertThat(distilled.batches).isEmpty();
    assertThat(distilled.added).containsExactly("f");
  }

  @Test
  void splitsBacklogIntoBatches() {
    FakeStore.Raw store = new FakeStore.Raw("a");
    AtomicBoolean failThird = new AtomicBoolean(true);
    store.take =
        (messages, context) -> {
          if (context.sequenceNumbers().contains(6L) && failThird.getAndSet(false)) {
            throw new java.io.IOException("down");
          }
        };
    ExtractionFixture talk =
        new ExtractionFixture(ExtractionSettings.builder().maxBatchMessages(3).build(), store);
    talk.turns(5);
    assertThat(store.attempts).startsWith(3, 3, 3, 1);
    assertThat(store.numbers()).startsWith(numbers(0, 2), numbers(3, 5), numbers(6, 6));
    assertThat(store.numbers().stream().flatMap(List::stream))
        .containsExactlyElementsOf(numbers(0, 9));
  }

  @Test
  void turnEndsOnceHoweverOftenItIsTold() {
    eager.extraction.turnStarted(TALK, "t1");
    eager.say(MessageRole.USER);
    eager.extraction.turnEnded("t1");
    eager.extraction.turnEnded("t1");
    eager.extraction.turnEnded(TALK, "t1");
    eager.extraction.turnEnded("somebody else's");
    eager.settle();
    assertThat(eager.cursor(everyTurn).requests()).isZero();
    assertThat(everyTurn.attempts).hasSize(1);
  }

  @Test
  void isolatesFailingTrigger() {
    FakeStore.Raw store = new FakeStore.Raw("a");
    store.on(new ThrowingTrigger(), new ExtractionTrigger.InvocationTrigger());
    ExtractionFixture talk = new ExtractionFixture(store);
    talk.turn();
    assertThat(store.numbers()).containsExactly(numbers(0, 1));
  }

  @Test
  void sweepEndsOverdueTurnsRetriesFailuresAndSavesQuietConversations() {
    FakeStore.Raw store = new FakeStore.Raw("a");
    store.down = true;
    store.on(new ExtractionTrigger.IntervalTrigger(2));
    ExtractionFixture talk = new ExtractionFixture(store);
    talk.turn();
    talk.extraction.turnStarted(TALK, "crashed");
    sweep(talk, Duration.ofMinutes(14));
    assertThat(store.attempts).isEmpty();
    sweep(talk, Duration.ofMinutes(1));
    assertThat(store.attempts).as("the overdue turn was the second").hasSize(1);
    sweep(talk, Duration.ofMinutes(9));
    assertThat(store.attempts).hasSize(1);
    store.down = false;
    sweep(talk, Duration.ofMinutes(1));
    assertThat(store.numbers()).containsExactly(numbers(0, 1));
    talk.turn();
    sweep(talk, Duration.ofMinutes(29));
    assertThat(store.batches).hasSize(1);
    sweep(talk, Duration.ofMinutes(1));
    assertThat(store.numbers()).containsExactly(numbers(0, 1), numbers(2, 3));
  }

  @Test
  void sweepTakesOverFromDeadWorker() {
    talk.turn();
    talk.journal.demand(ExtractionFixture.key(store));
    var dead =
        talk.journal.acquire(ExtractionFixture.key(store), Duration.ofMinutes(5)).orElseThrow();
    assertThat(talk.journal.begin(dead)).isTrue();
    sweep(talk, Duration.ofMinutes(4));
    assertThat(store.attempts).isEmpty();
    sweep(talk, Duration.ofMinutes(1));
    assertThat(store.numbers()).containsExactly(numbers(0, 1));
    assertThat(talk.journal.commit(dead, 99, true)).as("the dead one wakes up").isFalse();
    assertThat(talk.cursor(store).savedSeq()).isEqualTo(1);
  }

  @Test
  void countsTurnOnceForInterval() {
    FakeStore.Raw store = new FakeStore.Raw("a");
    store.on(new ExtractionTrigger.IntervalTrigger(2));
    ExtractionFixture talk = new ExtractionFixture(store);
    talk.say(MessageRole.USER);
    talk.extraction.turnEnded(TALK, "t1");
    talk.extraction.turnEnded(TALK, "t1");
    talk.settle();
    assertThat(store.attempts).isEmpty();
    talk.extraction.turnEnded(TALK, "t2");
    talk.settle();
    assertThat(store.attempts).hasSize(1);
  }

  @Test
  void nextTurnClosesOpenTurnsOfOtherProcesses() {
    eager.journal.openTurn(TALK, "of the dead");
    eager.say(MessageRole.USER);
    eager.extraction.turnStarted(TALK, "next");
    eager.extraction.turnStarted(TALK, "at the same time");
    eager.settle();

    assertThat(eager.journal.openTurns(TALK))
        .extracting(turn -> turn.turnId())
        .containsExactly("next", "at the same time");
    assertThat(everyTurn.batches).hasSize(1);
  }

  @Test
  void forgetDeletesBacklogOfOwner() {
    talk.turn();
    assertThat(talk.pending(store)).isEqualTo(2);
    talk.manager.forget(Scope.of("acme", "bob", null));
    assertThat(talk.pending(store)).isEqualTo(2);
    assertThat(talk.manager.forget(Scope.of("acme", "ann", null)).unable()).containsExactly("a");
    assertThat(talk.pending(store)).isZero();
    talk.manager.flush(Duration.ofSeconds(30));
    assertThat(store.attempts).isEmpty();
  }

  @Test
  void onlyOneOfManyProcessesSweeps() {
    MemoryManager other =
        MemoryManager.builder().store(FakeStore.everyTurn("a")).journal(eager.journal).build();
    other.extraction().sweep();
    eager.say(MessageRole.USER);
    eager.journal.demand(ExtractionFixture.key(everyTurn));
    eager.extraction.sweep();
    eager.settle();
    assertThat(everyTurn.batches).as("the other one sweeps").isEmpty();

    eager.advance(Duration.ofMinutes(3));
    eager.extraction.sweep();
    eager.settle();
    assertThat(everyTurn.batches).as("the other one has not swept for too long").hasSize(1);
  }

  @Test
  void soManyConversationsAreSavedIntoAStoreAtTheSameTime() throws Exception {
    CountDownLatch together = new CountDownLatch(2);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    FakeStore.Raw store = FakeStore.everyTurn("a");
    store.take =
        (messages, context) -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          together.countDown();
          together.await();
          running.decrementAndGet();
        };
    ExtractionFixture talk =
        new ExtractionFixture(ExtractionSettings.builder().concurrency(2).build(), store);
    for (int i = 0; i < 6; i++) {
      MemoryConversation conversation = new MemoryConversation(TALK.owner(), "t" + i);
      talk.extraction.capture(
          conversation, List.of(MemoryMessage.text("m", MessageRole.USER, "x", talk.now.get())));
      talk.extraction.turnEnded(conversation, "turn" + i);
    }
    talk.settle();
    assertThat(store.batches).hasSize(6);
    assertThat(most).hasValue(2);
  }

  @Test
  void closingGivesInterruptedSavesBack() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    FakeStore.Raw store = FakeStore.everyTurn("a");
    store.take =
        (messages, context) -> {
          begun.countDown();
          new CountDownLatch(1).await();
        };
    ExtractionFixture talk = new ExtractionFixture(store);
    talk.say(MessageRole.USER);
    talk.extraction.turnEnded(TALK, "t1");
    begun.await();
    talk.manager.close();
    var cursor = talk.cursor(store);
    assertThat(cursor.leased()).isFalse();
    assertThat(cursor.requests()).isEqualTo(1);
    assertThat(cursor.failures()).isZero();
    assertThat(talk.pending(store)).isEqualTo(1);
  }

  @Test
  void dropsExpiredMessagesWithError() {
    FakeStore.Raw store = new FakeStore.Raw("a");
    ExtractionFixture talk =
        new ExtractionFixture(
            ExtractionSettings.builder()
                .maxAge(Duration.ofDays(1))
                .idleFlushAfter(Duration.ZERO)
                .build(),
            store);
    talk.turn();
    sweep(talk, Duration.ofHours(23));
    assertThat(talk.pending(store)).isEqualTo(2);
    sweep(talk, Duration.ofHours(2));
    assertThat(talk.pending(store)).isZero();
    talk.say(MessageRole.USER);
    talk.manager.flush(SOON);
    assertThat(store.numbers()).containsExactly(List.of(2L));
  }

  @Test
  void flushSeesAConversationDuringItsWorkersLastLook() throws Exception {
    InMemoryExtractionJournal journal = new InMemoryExtractionJournal();
    Thread flushing = Thread.currentThread();
    CountDownLatch workerLooks = new CountDownLatch(1);
    CountDownLatch flushLooks = new CountDownLatch(1);
    ExtractionJournal watched =
        (ExtractionJournal)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ExtractionJournal.class},
                (proxy, method, args) -> {
                  if (method.getName().equals("pending")) {
                    if (Thread.currentThread() == flushing) {
                      flushLooks.countDown();
                    } else {
                      workerLooks.countDown();
                      flushLooks.await();
                    }
                  }
                  return method.invoke(journal, args);
                });
    FakeStore.Raw store = new FakeStore.Raw("raw");
    store.everyTurn();
    store.take = (messages, context) -> raise(new IllegalStateException("down"));
    MemoryManager manager = MemoryManager.builder().stores(List.of(store)).journal(watched).build();
    ExtractionCoordinator extraction = manager.extraction();
    extraction.turnStarted(TALK, "t");
    extraction.capture(
        TALK, List.of(MemoryMessage.text("m", MessageRole.USER, "hello", Instant.EPOCH)));
    extraction.turnEnded(TALK, "t");
    workerLooks.await();

    FlushReport report = manager.flush(SOON);
    flushLooks.countDown();

    assertThat(report.pending()).isEqualTo(Map.of("raw", 1L));
  }

  @Test
  void flushOfOneConversationLeavesTheOthersAlone() {
    MemoryConversation other = new MemoryConversation(TALK.owner(), "c2");
    talk.say(MessageRole.USER);
    talk.extraction.capture(
        other, List.of(MemoryMessage.text("m", MessageRole.USER, "x", talk.now.get())));

    assertThat(talk.manager.flush(Scope.of("acme", "ann", "c1"), SOON).saved()).isEqualTo(1);

    assertThat(store.contexts).extracting(c -> c.conversation().id()).containsExactly("c1");
    assertThat(talk.journal.pending(new SaveKey(other, "a"))).isEqualTo(1);
  }

  @Test
  void abortThrownByStoreCountsAsFailure() {
    FakeStore.Raw store = FakeStore.everyTurn("a");
    store.take = (messages, context) -> raise(new AbortException("of a model it asked"));
    ExtractionFixture talk = new ExtractionFixture(store);
    talk.turn();

    assertThat(talk.cursor(store).failures()).isEqualTo(1);
    assertThat(talk.cursor(store).requests()).isZero();
    assertThat(talk.pending(store)).isEqualTo(2);
  }

  @Test
  void initializesStoreBeforeSave() {
    FakeStore.Raw store = FakeStore.everyTurn("a");
    AtomicBoolean broken = new AtomicBoolean(true);
    AtomicBoolean ready = new AtomicBoolean();
    store.init =
        () -> {
          if (broken.get()) {
            throw new java.io.IOException("no tables yet");
          }
          ready.set(true);
        };
    store.take = (messages, context) -> assertThat(ready).isTrue();
    ExtractionFixture talk = new ExtractionFixture(store);
    talk.turn();
    assertThat(store.attempts).isEmpty();
    assertThat(talk.cursor(store).lastError()).endsWith("E_MEMORY_STORE_INIT_FAILED");

    broken.set(false);
    talk.turn();
    assertThat(store.numbers()).containsExactly(numbers(0, 3));
  }

  @Test
  void sweepHonorsDisabledRetryAndIdleFlush() {
    FakeStore.Raw failing = FakeStore.everyTurn("failing");
    failing.down = true;
    FakeStore.Raw quiet = new FakeStore.Raw("quiet");
    ExtractionFixture talk =
        new ExtractionFixture(
            ExtractionSettings.builder()
                .retryInterval(Duration.ZERO)
                .idleFlushAfter(Duration.ZERO)
                .build(),
            failing,
            quiet);
    talk.turn();
    sweep(talk, Duration.ofDays(2));
    assertThat(failing.attempts).hasSize(1);
    assertThat(quiet.attempts).isEmpty();
  }

  @Test
  void sweepsComeAgainAndAgainUntilTheManagerIsClosed() {
    Duration interval = ExtractionSettings.DEFAULT.sweepInterval();
    ManualDeadlines deadlines = new ManualDeadlines();
    FakeStore.Raw store = new FakeStore.Raw("a");
    InMemoryExtractionJournal journal = new InMemoryExtractionJournal();
    SaveKey key = new SaveKey(TALK, "a");
    MemoryManager manager =
        MemoryManager.builder().store(store).journal(journal).deadlines(deadlines).build();
    manager.start();
    for (int n = 0; n < 3; n++) {
      journal.append(
          TALK, List.of(MemoryMessage.text("m" + n, MessageRole.USER, "x", Instant.EPOCH)));
      journal.demand(key);
      await().atMost(SOON).until(() -> deadlines.waiting(interval) == 1);
      deadlines.pass(interval);
      await().atMost(SOON).until(() -> journal.pending(key) == 0);
    }
    await().atMost(SOON).until(() -> deadlines.waiting(interval) == 1);
    manager.close();
    assertThat(deadlines.waiting(interval)).isZero();
  }

  private static void sweep(ExtractionFixture talk, Duration later) {
    talk.advance(later);
    talk.extraction.sweep();
    talk.settle();
  }

  private static MemoryMessage message(String id, MessageRole role, MemoryPart... parts) {
    return new MemoryMessage(
        id, role, List.of(parts), java.time.Instant.parse("2026-01-02T03:04:05Z"), Map.of());
  }

  private static List<Long> numbers(long from, long to) {
    return LongStream.rangeClosed(from, to).boxed().toList();
  }

  private static final class ThrowingTrigger implements dev.adk4j.memory.store.ExtractionTrigger {

    @Override
    public String name() {
      return "throwing";
    }

    @Override
    public void attach(dev.adk4j.memory.store.ExtractionTrigger.TriggerContext context) {
      context.onTurnEnd(turn -> raise(new IllegalStateException("bug")));
    }
  }
}
