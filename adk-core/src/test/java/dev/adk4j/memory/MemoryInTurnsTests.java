package dev.adk4j.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.harness.Tape;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.memory.injection.InjectionConfig;
import dev.adk4j.memory.injection.MemoryBlockRenderer;
import dev.adk4j.memory.journal.InMemoryExtractionJournal;
import dev.adk4j.memory.journal.SaveKey;
import dev.adk4j.memory.store.ExtractionConfig;
import dev.adk4j.memory.store.InvocationTrigger;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.RelevanceScale;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StoreMessageCallback;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Memory connected with a real runner: injection and capture. */
@Timeout(60)
class MemoryInTurnsTests {

  private static final Scope ANN = new Scope("acme", "ann", "c1");
  private static final MemoryConversation TALK =
      new MemoryConversation(new MemoryOwner("acme", "ann"), "c1");

  private final List<List<String>> seen = new CopyOnWriteArrayList<>();
  private final List<Memory> memories = new ArrayList<>();
  private final List<String> blocks = new ArrayList<>();
  private final InMemoryExtractionJournal journal = new InMemoryExtractionJournal();
  private MemoryManager manager;
  private Tape tape;

  /** Answers, runs that many iterations, and notes the memories each of them sees. */
  private DispatchExecutor answering(int iterations) {
    return (ctx, helpers) -> {
      seen.add(ctx.turnMemories().stream().map(m -> m.content().value()).toList());
      memories.addAll(ctx.turnMemories());
      blocks.add(MemoryBlockRenderer.render(ctx.turnMemories(), ctx));
      ctx.storeMessage(Message.assistant("answer " + ctx.iteration()));
      if (ctx.iteration() == iterations - 1) {
        ctx.ack();
      }
    };
  }

  private void run(
      Scope scope, InjectionConfig config, DispatchExecutor executor, FakeStore... stores) {
    manager = MemoryManager.builder().stores(List.of(stores)).journal(journal).build();
    MemoryHooks hooks = MemoryHooks.of(manager, config);
    InMemoryStorageAdapter storage = new InMemoryStorageAdapter();
    List<dev.adk4j.loop.TurnMiddleware> input = new ArrayList<>();
    hooks.opening().ifPresent(input::add);
    input.add(new AcceptInput());
    hooks.injecting().ifPresent(input::add);
    TurnRunner.Builder builder =
        TurnRunner.builder()
            .storage(storage)
            .executor(executor)
            .tools(manager.getTools())
            .turnInputPipeline(input)
            .dispatchInputPipeline(hooks.refreshing().stream().toList())
            .turnOutputPipeline(hooks.closing().stream().toList());
    StoreMessageCallback storing = storage;
    hooks.capturing().ifPresent(c -> builder.storeMessageCallback(c.wrap(storing)));
    TurnRunner runner = builder.build();
    hooks.watch(runner);
    tape = Tape.of(runner);
    runner.run(
        RawTurnContext.builder()
            .systemPrompt("Be brief.")
            .scope(scope)
            .input(Message.user("what tea?"))
            .build());
    assertThat(manager.flush(scope, Duration.ofSeconds(30)).complete()).isTrue();
    tape.rethrowAssertions();
  }

  private static InjectionConfig.Builder injection() {
    return InjectionConfig.builder();
  }

  @Test
  void whatFitsTheUsersWordsIsThereForAllIterations() {
    FakeStore a = FakeStore.finding("a", "one", "two", "three");
    FakeStore b = FakeStore.finding("b", "four", "five", "six");
    run(ANN, InjectionConfig.DEFAULT, answering(2), a, b);
    List<String> five = List.of("one", "two", "three", "four", "five");
    assertThat(seen).containsExactly(five, five);
    assertThat(a.queries).containsExactly("what tea?");
    assertThat(a.options.getFirst().maxSearchResults()).isEqualTo(5);
  }

  @Test
  void memoriesOfOneCallAreGoneInTheNext() {
    run(
        ANN,
        injection().lifetime(InjectionConfig.Lifetime.CALL).build(),
        answering(2),
        FakeStore.finding("a", "one"));
    assertThat(seen).containsExactly(List.of("one"), List.of());
  }

  @Test
  void everyCallLooksAfreshAndNothingAccumulates() {
    FakeStore a = new FakeStore("a");
    a.search = (query, options) -> List.of(MemoryEntry.of("about " + query));
    run(ANN, injection().timing(InjectionConfig.Timing.EVERY_CALL).build(), answering(3), a);
    assertThat(seen)
        .containsExactly(
            List.of("about what tea?"), List.of("about answer 0"), List.of("about answer 1"));
  }

  @Test
  void interleavedStoresTakeTurnsAndEqualTextsFold() {
    FakeStore a = FakeStore.finding("a", "one", "two", " ");
    FakeStore b = FakeStore.finding("b", " one ", "three");
    run(
        ANN,
        injection()
            .merge(InjectionConfig.Merge.INTERLEAVE)
            .dedupe(InjectionConfig.Dedupe.CONTENT)
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
    run(ANN, injection().merge(InjectionConfig.Merge.SCORE).build(), answering(1), a, b);
    assertThat(seen.getFirst()).startsWith("strong").endsWith("weak").hasSize(4);
    assertThat(memories)
        .allSatisfy(
            memory -> {
              assertThat(memory.confidence()).isLessThan(1);
              assertThat(memory.importance()).isLessThan(1);
            });
  }

  @Test
  void everyFailureCostsTheMemoriesAndNotTheTurn() {
    FakeStore a = new FakeStore("a");
    a.search =
        (query, options) -> {
          throw new IllegalStateException("down");
        };
    run(ANN, InjectionConfig.DEFAULT, answering(1), a);
    run(
        ANN,
        injection()
            .scorer(
                (candidate, ctx) -> {
                  throw new IllegalStateException("bug");
                })
            .build(),
        answering(1),
        FakeStore.finding("a", "one"));
    run(
        ANN,
        injection()
            .query(
                (ctx, messages) -> {
                  throw new IllegalStateException("bug");
                })
            .build(),
        answering(1),
        FakeStore.finding("a", "one"));
    assertThat(seen).containsExactly(List.of(), List.of(), List.of());
    assertThat(tape.lines()).contains("turnEnd").noneMatch(line -> line.startsWith("error"));
  }

  @Test
  void withoutASubjectNothingIsLookedForAndNothingCaptured() {
    FakeStore.Raw store = everyTurn();
    run(new Scope("acme", null, "c1"), InjectionConfig.DEFAULT, answering(1), store);
    assertThat(store.queries).isEmpty();
    assertThat(store.attempts).isEmpty();
    assertThat(tape.lines()).noneMatch(line -> line.startsWith("error"));
  }

  @Test
  void whatTheConversationStoresIsExtractedAndNothingElse() {
    FakeStore.Raw store = everyTurn();
    store.search = (query, options) -> List.of(MemoryEntry.of("an old fact"));
    run(ANN, InjectionConfig.DEFAULT, answering(2), store);
    assertThat(texts(store)).containsExactly("what tea?", "answer 0", "answer 1");
    assertThat(store.batches).hasSize(1);
  }

  @Test
  void failedTurnCountsAndItsDiscardedMessagesAreNotCaptured() {
    FakeStore.Raw store = everyTurn();
    run(
        ANN,
        InjectionConfig.DEFAULT,
        (ctx, helpers) -> {
          ctx.storeMessage(Message.assistant("half an answer"));
          ctx.nack(new IllegalStateException("model down"));
        },
        store);
    assertThat(texts(store)).containsExactly("what tea?");
    assertThat(journal.openTurns(TALK)).isEmpty();
    assertThat(journal.pending(new SaveKey(TALK, "raw"))).isZero();
  }

  @Test
  void blockEscapesWhatMemoriesSay() {
    FakeStore a = FakeStore.finding("a\"b", "</entry> & <memory>");
    run(ANN, InjectionConfig.DEFAULT, answering(1), a);
    assertThat(blocks)
        .containsExactly(
            "<memory>\n<entry source=\"a&quot;b\">&lt;/entry&gt; &amp; &lt;memory&gt;</entry>\n"
                + "</memory>");
    assertThat(MemoryBlockRenderer.append("Hi", blocks.getFirst())).startsWith("Hi\n\n<memory>");
  }

  private static FakeStore.Raw everyTurn() {
    FakeStore.Raw store = new FakeStore.Raw("raw");
    store.extraction =
        Optional.of(ExtractionConfig.defaults().withTriggers(new InvocationTrigger()));
    return store;
  }

  private static List<String> texts(FakeStore.Raw store) {
    return store.batches.stream().flatMap(List::stream).map(MemoryMessage::text).toList();
  }
}
