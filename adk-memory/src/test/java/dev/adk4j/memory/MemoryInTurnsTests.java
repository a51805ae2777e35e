package dev.adk4j.memory;

import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.harness.Tape;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.memory.injection.InjectionSettings;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.InMemoryExtractionJournal;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryStore.RelevanceScale;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Memory connected with a real runner: injection and capture. */
@Timeout(60)
class MemoryInTurnsTests {

  private static final Scope ANN = new Scope("acme", "ann", "c1");
  private static final MemoryConversation TALK =
      new MemoryConversation(new MemoryOwner("acme", "ann"), "c1");

  private final List<List<String>> seen = new CopyOnWriteArrayList<>();
  private final List<Memory> memories = new ArrayList<>();
  private final InMemoryExtractionJournal journal = new InMemoryExtractionJournal();
  private MemoryManager manager;
  private Tape tape;

  /** Answers, runs that many iterations, and notes the memories each of them sees. */
  private DispatchExecutor answering(int iterations) {
    return (ctx, helpers) -> {
      seen.add(ctx.turnMemories().stream().map(m -> m.content().value()).toList());
      memories.addAll(ctx.turnMemories());
      ctx.storeMessage(Message.assistant("answer " + ctx.iteration()));
      if (ctx.iteration() == iterations - 1) {
        ctx.ack();
      }
    };
  }

  /** No store is ever too late. */
  private MemoryManager manager(FakeStore... stores) {
    return MemoryManager.builder()
        .stores(List.of(stores))
        .journal(journal)
        .deadlines(new ManualDeadlines())
        .build();
  }

  private void run(
      Scope scope, InjectionSettings config, DispatchExecutor executor, FakeStore... stores) {
    manager = manager(stores);
    TurnRunner.Builder builder =
        TurnRunner.builder()
            .storage(new InMemoryStorageAdapter())
            .executor(executor)
            .turnInputPipeline(List.of(new AcceptInput()));
    manager.applyTo(builder, config);
    TurnRunner runner = builder.build();
    tape = Tape.of(runner);
    runner.run(Turns.asking(scope, "what tea?"));
    assertThat(manager.flush(scope, Duration.ofSeconds(30)).complete()).isTrue();
    tape.rethrowAssertions();
  }

  private static InjectionSettings.Builder injection() {
    return InjectionSettings.builder();
  }

  @Test
  void keepsMatchingMemoriesForAllIterations() {
    FakeStore a = FakeStore.finding("a", "one", "two", "three");
    FakeStore b = FakeStore.finding("b", "four", "five", "six");
    run(ANN, InjectionSettings.DEFAULT, answering(2), a, b);
    List<String> five = List.of("one", "two", "three", "four", "five");
    assertThat(seen).containsExactly(five, five);
    assertThat(a.queries).containsExactly("what tea?");
    assertThat(a.options.getFirst().maxSearchResults()).isEqualTo(5);
  }

  @Test
  void memoriesOfOneCallAreGoneInTheNext() {
    run(
        ANN,
        injection().lifetime(InjectionSettings.Lifetime.CALL).build(),
        answering(2),
        FakeStore.finding("a", "one"));
    assertThat(seen).containsExactly(List.of("one"), List.of());
  }

  @Test
  void everyCallLooksAfreshAndNothingAccumulates() {
    FakeStore a = new FakeStore("a");
    a.search = (query, options) -> List.of(MemoryEntry.of("about " + query));
    run(ANN, injection().timing(InjectionSettings.Timing.EVERY_CALL).build(), answering(3), a);
    assertThat(seen)
        .containsExactly(
            List.of("about what tea?"), List.of("about answer 0"), List.of("about answer 1"));
  }

  @Test
  void furtherCallWithoutNewAnswerSearchesForUserText() {
    FakeStore a = FakeStore.finding("a", "one");
    DispatchExecutor onlyTools =
        (ctx, helpers) -> {
          if (ctx.iteration() == 1) {
            ctx.ack();
          }
        };
    run(ANN, injection().timing(InjectionSettings.Timing.EVERY_CALL).build(), onlyTools, a);
    assertThat(a.queries).containsExactly("what tea?", "what tea?");
  }

  @Test
  void leavesOutMemoriesBeyondCharacterLimit() {
    FakeStore a = FakeStore.finding("a", "long".repeat(10), "short", "also", "one more");
    run(ANN, injection().maxCharacters(9).build(), answering(1), a);
    assertThat(seen).containsExactly(List.of("short", "also"));
  }

  @Test
  void interleavedStoresTakeTurnsAndEqualTextsFold() {
    FakeStore a = FakeStore.finding("a", "one", "two", " ");
    FakeStore b = FakeStore.finding("b", " one ", "three");
    run(
        ANN,
        injection()
            .merge(InjectionSettings.Merge.INTERLEAVE)
            .dedupe(InjectionSettings.Dedupe.CONTENT)
            .build(),
        answering(1),
        a,
        b);
    assertThat(seen).containsExactly(List.of("one", "two", "three"));
  }

  @Test
  void scoredEntriesComeByWeightAndNothingIsEverCertain() {
    FakeStore a = FakeStore.finding("a", "unknown");
    FakeStore b = new FakeStore("b");
    b.scale = RelevanceScale.UNIT;
    b.search =
        (query, options) ->
            List.of(
                MemoryEntry.builder("weak").relevance(0.1).build(),
                MemoryEntry.builder("strong")
                    .relevance(0.9)
                    .metadata(Map.of("importance", 0.9))
                    .build(),
                MemoryEntry.builder("broken").relevance(Double.NaN).build());
    run(ANN, injection().merge(InjectionSettings.Merge.SCORE).build(), answering(1), a, b);
    assertThat(seen.getFirst()).startsWith("strong").endsWith("weak").hasSize(4);
    assertThat(memories)
        .allSatisfy(
            memory -> {
              assertThat(memory.confidence()).isLessThan(1);
              assertThat(memory.importance()).isLessThan(1);
            });
  }

  @Test
  void ordersEntriesByScoreAcrossStores() {
    FakeStore a = FakeStore.finding("a", "one", "two", "three");
    FakeStore b = new FakeStore("b");
    b.scale = RelevanceScale.UNIT;
    b.search = (query, options) -> List.of(entry("strong", 0.9, 0.9));
    run(
        ANN,
        injection().merge(InjectionSettings.Merge.SCORE).maxEntries(2).build(),
        answering(1),
        a,
        b);
    assertThat(seen).containsExactly(List.of("strong", "one"));
  }

  @Test
  void keepsMemoryOfTurnOnEqualId() {
    FakeStore a = new FakeStore("a");
    a.search =
        (query, options) ->
            List.of(
                MemoryEntry.builder("found too").id("7").build(),
                MemoryEntry.builder("found").id("8").build());
    Memory own = Turns.memory("a:7", "of the application");
    manager = manager(a);
    TurnRunner.Builder builder =
        TurnRunner.builder()
            .storage(new InMemoryStorageAdapter())
            .executor(answering(2))
            .turnInputPipeline(
                List.of(
                    (ctx, next) -> {
                      ctx.turnMemories().add(own);
                      next.proceed();
                    },
                    new AcceptInput()));
    manager.applyTo(builder, injection().lifetime(InjectionSettings.Lifetime.CALL).build());
    builder.build().run(Turns.asking(ANN, "what tea?"));
    assertThat(seen)
        .containsExactly(List.of("of the application", "found"), List.of("of the application"));
  }

  @Test
  void entriesOfTheSameIdAreOneMemory() {
    FakeStore a = new FakeStore("a");
    a.search =
        (query, options) ->
            List.of(
                MemoryEntry.builder("first").id("7").build(),
                MemoryEntry.builder("second").id("7").build(),
                MemoryEntry.of("same"),
                MemoryEntry.of("same"));
    FakeStore b = new FakeStore("b");
    b.search = (query, options) -> List.of(MemoryEntry.builder("other store").id("7").build());
    run(ANN, InjectionSettings.DEFAULT, answering(1), a, b);
    assertThat(seen).containsExactly(List.of("first", "same", "other store"));
    assertThat(memories).extracting(Memory::id).startsWith("a:7").contains("b:7");
  }

  @Test
  void derivesEqualIdPerOwnerAndFact() {
    FakeStore a = FakeStore.finding("a", "one");
    run(ANN, InjectionSettings.DEFAULT, answering(1), a);
    run(ANN.withConversation("c2"), InjectionSettings.DEFAULT, answering(1), a);
    run(ANN.withSubject("bob"), InjectionSettings.DEFAULT, answering(1), a);
    assertThat(memories).extracting(Memory::id).allSatisfy(id -> assertThat(id).startsWith("a:"));
    assertThat(memories.get(1).id()).isEqualTo(memories.get(0).id());
    assertThat(memories.get(2).id()).isNotEqualTo(memories.get(0).id());
  }

  @Test
  void memoriesBelowTheFloorsAreLeftOut() {
    FakeStore a = new FakeStore("a");
    a.scale = RelevanceScale.UNIT;
    a.search =
        (query, options) ->
            List.of(
                entry("fits and matters", 0.9, 0.9),
                entry("fits", 0.9, 0.1),
                entry("matters", 0.1, 0.9));
    run(ANN, injection().minImportance(0.5).build(), answering(1), a);
    run(ANN, injection().minConfidence(0.5).build(), answering(1), a);
    assertThat(seen)
        .containsExactly(
            List.of("fits and matters", "matters"), List.of("fits and matters", "fits"));
  }

  private static MemoryEntry entry(String content, double relevance, double importance) {
    return MemoryEntry.builder(content)
        .relevance(relevance)
        .metadata(Map.of("importance", importance))
        .build();
  }

  @Test
  void keepsMemoriesOfApplication() {
    Memory own = Turns.memory("own", "of the application");
    DispatchExecutor answering = answering(2);
    run(
        ANN,
        injection().lifetime(InjectionSettings.Lifetime.CALL).build(),
        (ctx, helpers) -> {
          if (ctx.iteration() == 0) {
            ctx.turnMemories().add(own);
          }
          answering.execute(ctx, helpers);
        },
        FakeStore.finding("a", "one"));
    assertThat(seen)
        .containsExactly(List.of("one", "of the application"), List.of("of the application"));
  }

  @Test
  void skipsSearchAfterAssistantMessage() {
    FakeStore a = FakeStore.finding("a", "one");
    run(ANN, injection().trigger((ctx, messages) -> false).build(), answering(1), a);
    assertThat(a.queries).isEmpty();
    manager = manager(a);
    TurnRunner.Builder builder =
        TurnRunner.builder()
            .storage(new InMemoryStorageAdapter())
            .executor(answering(1))
            .turnInputPipeline(
                List.of(
                    (ctx, next) -> {
                      ctx.turnMessages().add(Message.user("what tea?"));
                      ctx.turnMessages().add(Message.assistant("green"));
                      next.proceed();
                    }));
    manager.applyTo(builder);
    builder.build().run(RawTurnContext.builder().systemPrompt("").scope(ANN).build());
    assertThat(a.queries).isEmpty();
  }

  static List<Throwable> failures() {
    return List.of(
        new IllegalStateException("bug"),
        new AssertionError("x"),
        new StackOverflowError(),
        new NoClassDefFoundError("x"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void failureOfARecallCostsTheMemoriesAndNotTheTurn(Throwable failure) {
    FakeStore down = new FakeStore("a");
    down.search = (query, options) -> raise(failure);
    run(ANN, InjectionSettings.DEFAULT, answering(1), down);
    for (InjectionSettings.Builder broken :
        List.of(
            injection().query((ctx, messages) -> raise(failure)),
            injection().trigger((ctx, messages) -> raise(failure)),
            injection().scorer((candidate, ctx) -> raise(failure)))) {
      run(ANN, broken.build(), answering(1), FakeStore.finding("a", "one"));
      assertThat(tape.lines()).contains("turnEnd").noneMatch(line -> line.startsWith("error"));
    }
    assertThat(seen).containsExactly(List.of(), List.of(), List.of(), List.of());
  }

  @Test
  void withoutASubjectNothingIsLookedForAndNothingCaptured() {
    FakeStore.Raw store = FakeStore.everyTurn("raw");
    run(new Scope("acme", null, "c1"), InjectionSettings.DEFAULT, answering(1), store);
    assertThat(store.queries).isEmpty();
    assertThat(store.attempts).isEmpty();
    assertThat(tape.lines()).noneMatch(line -> line.startsWith("error"));
  }

  @Test
  void extractsStoredMessagesOnly() {
    FakeStore.Raw store = FakeStore.everyTurn("raw");
    store.search = (query, options) -> List.of(MemoryEntry.of("an old fact"));
    run(ANN, InjectionSettings.DEFAULT, answering(2), store);
    assertThat(texts(store)).containsExactly("what tea?", "answer 0", "answer 1");
    assertThat(store.batches).hasSize(1);
  }

  @Test
  void failedTurnCountsAndItsDiscardedMessagesAreNotCaptured() {
    FakeStore.Raw store = FakeStore.everyTurn("raw");
    run(
        ANN,
        InjectionSettings.DEFAULT,
        (ctx, helpers) -> {
          ctx.storeMessage(Message.assistant("half an answer"));
          ctx.nack(new IllegalStateException("model down"));
        },
        store);
    assertThat(texts(store)).containsExactly("what tea?");
    assertThat(journal.openTurns(TALK)).isEmpty();
    assertThat(journal.pending(new SaveKey(TALK, "raw"))).isZero();
  }

  private static List<String> texts(FakeStore.Raw store) {
    return store.batches.stream().flatMap(List::stream).map(MemoryMessage::text).toList();
  }
}
