package dev.adk4j.memory;

import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.adk4j.error.AdkException;
import dev.adk4j.loop.Tool;
import dev.adk4j.memory.extraction.ExtractionSettings;
import dev.adk4j.memory.extraction.FlushReport;
import dev.adk4j.memory.extraction.ModelExtractor;
import dev.adk4j.memory.journal.ExtractionJournal.Cursor;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.InMemoryExtractionJournal;
import dev.adk4j.memory.store.Extractor;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Stores that throw, hang or answer nonsense, wherever they are called. */
@Timeout(60)
class MisbehavingStoreTests {

  private static final Scope ANN = Scope.of("acme", "ann", "c1");
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final Duration LONG = Duration.ofSeconds(30);

  private final InMemoryExtractionJournal journal = new InMemoryExtractionJournal();
  private final ManualDeadlines deadlines = new ManualDeadlines();
  private final CountDownLatch interrupted = new CountDownLatch(1);

  private MemoryManager.Builder manager(FakeStore... stores) {
    return MemoryManager.builder().stores(List.of(stores)).journal(journal).deadlines(deadlines);
  }

  /**
   * Never ends by itself; its short time is up as soon as the others of the calls with that limit,
   * so many in all, have ended.
   */
  private void hang(int calls) throws InterruptedException {
    await()
        .atMost(LONG)
        .until(() -> deadlines.asked(SHORT) == calls && deadlines.waiting(SHORT) == 1);
    deadlines.pass(SHORT);
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      interrupted.countDown();
      throw e;
    }
  }

  @Test
  void interruptsHangingWriteAndKeepsOthers() throws Exception {
    FakeStore.Facts hanging = new FakeStore.Facts("hanging");
    hanging.write = content -> hang(2);
    FakeStore.Facts well = new FakeStore.Facts("well");

    MemoryWriteException thrown =
        catchThrowableOfType(
            MemoryWriteException.class,
            () -> manager(hanging, well).writeTimeout(SHORT).build().add(ANN, "tea"));

    assertThat(thrown.failures())
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.store()).isEqualTo("hanging");
              assertThat(((AdkException) failure.cause()).errorCode())
                  .isEqualTo(MemoryErrorCode.E_MEMORY_TIMEOUT);
            });
    assertThat(well.added).containsExactly("tea");
    interrupted.await();
  }

  @Test
  void interruptsHangingDetachedWrites() throws Exception {
    FakeStore.Facts hanging = new FakeStore.Facts("hanging");
    hanging.write = content -> hang(1);
    MemoryManager memory =
        manager(hanging)
            .writeTimeout(SHORT)
            .addTool(AddToolSettings.ON.withWaitForWrites(false))
            .build();
    call(memory, "add_memory", "{'entries':['tea']}");

    assertThat(memory.flush(LONG).complete()).isTrue();
    interrupted.await();
    assertThat(hanging.added).isEmpty();
  }

  @Test
  void flushHasOneLimitForWritesAndSavesTogether() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    FakeStore.Both slow = new FakeStore.Both("slow");
    slow.everyTurn();
    slow.take = (messages, context) -> release.await();
    FakeStore.Facts never = new FakeStore.Facts("never");
    never.write = content -> release.await();
    MemoryManager memory =
        manager(slow, never).addTool(AddToolSettings.ON.withWaitForWrites(false)).build();
    call(memory, "add_memory", "{'entries':['tea']}");
    memory.capture(ANN, Message.user("hello"));

    Duration limit = Duration.ofSeconds(1);
    CompletableFuture<FlushReport> report =
        CompletableFuture.supplyAsync(() -> memory.flush(limit));
    await().atMost(LONG).until(() -> deadlines.waiting(limit) == 1);
    deadlines.pass(limit);
    Duration savesWait =
        await()
            .atMost(LONG)
            .until(
                () -> deadlines.waiting().stream().min(Comparator.naturalOrder()).orElse(LONG),
                shortest -> shortest.compareTo(limit) <= 0);
    assertThat(savesWait).as("what the writes have left").isLessThan(limit);
    deadlines.pass(savesWait);

    assertThat(report.get().complete()).isFalse();
    assertThat(report.get().pending()).containsExactly(java.util.Map.entry("slow", 1L));
    release.countDown();
  }

  @Test
  void turnContinuesWithoutHangingStore() throws Exception {
    FakeStore hanging = new FakeStore("hanging");
    hanging.search =
        (query, options) -> {
          hang(2);
          return List.of();
        };
    List<String> seen = new ArrayList<>();
    run(
        manager(hanging, FakeStore.finding("well", "fine")).searchTimeout(SHORT).build(),
        seen,
        "what do I like?");

    assertThat(seen).containsExactly("fine");
    interrupted.await();
  }

  @Test
  void hangingSaveTimesOutAndIsRetried() throws Exception {
    FakeStore.Raw store = FakeStore.everyTurn("raw");
    AtomicBoolean broken = new AtomicBoolean(true);
    store.take =
        (messages, context) -> {
          if (broken.get()) {
            hang(store.attempts.size());
          }
        };
    MemoryManager memory =
        manager(store).extraction(ExtractionSettings.builder().timeout(SHORT).build()).build();
    run(memory, new ArrayList<>(), "hello");
    memory.flush(LONG);
    interrupted.await();

    assertThat(cursor("raw").failures()).isPositive();
    assertThat(cursor("raw").lastError()).endsWith("E_MEMORY_TIMEOUT");
    assertThat(cursor("raw").savedSeq()).isEqualTo(-1);

    broken.set(false);
    assertThat(memory.flush(LONG).pending()).isEmpty();
    assertThat(store.numbers()).containsExactly(List.of(0L, 1L));
    assertThat(cursor("raw").failures()).isZero();
  }

  static List<Throwable> everythingAStoreMayThrow() {
    return List.of(
        new java.io.IOException("down"),
        new IllegalStateException("bug"),
        new AssertionError("bug"),
        new NoClassDefFoundError("driver"),
        new StackOverflowError(),
        new java.util.concurrent.CancellationException(),
        new InterruptedException());
  }

  @ParameterizedTest
  @MethodSource("everythingAStoreMayThrow")
  void isolatesEveryThrowableOfStore(Throwable thrown) throws Exception {
    FakeStore.Facts facts = new FakeStore.Facts("facts");
    facts.write = content -> raise(thrown);
    facts.search = (query, options) -> raise(thrown);
    facts.everyTurn((messages, context) -> List.of(Extractor.ExtractedFact.of("a fact")));
    FakeStore.Raw raw = FakeStore.everyTurn("raw");
    raw.take = (messages, context) -> raise(thrown);
    MemoryManager memory = manager(facts, raw).addTool(AddToolSettings.ON).build();

    assertThat(memory.search(ANN, "tea")).isEmpty();
    MemoryWriteException failed =
        catchThrowableOfType(MemoryWriteException.class, () -> memory.add(ANN, "tea"));
    assertThat(failed.failures())
        .extracting(MemoryWriteException.StoreFailure::cause)
        .containsExactly(thrown);
    assertThat(call(memory, "search_memory", "{'query':'tea'}")).isEqualTo("[]");
    assertThatThrownBy(() -> call(memory, "add_memory", "{'entries':['a','b']}"))
        .cause()
        .hasMessageContaining("2 of 2 entries");
    List<String> seen = new ArrayList<>();
    run(memory, seen, "hello");
    assertThat(seen).isEmpty();
    FlushReport report = memory.flush(LONG);
    assertThat(report.complete()).isTrue();
    assertThat(report.pending()).containsOnlyKeys("facts", "raw");
    assertThat(cursor("facts").failures()).isPositive();
    assertThat(cursor("raw").failures()).isPositive();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  static List<Extractor> badExtractors() {
    return List.of(
        (messages, context) -> null,
        (messages, context) -> Arrays.asList(Extractor.ExtractedFact.of("one"), null),
        (messages, context) -> raise(new IllegalStateException("bug")));
  }

  @ParameterizedTest
  @MethodSource("badExtractors")
  void invalidExtractorResultFailsSave(Extractor extractor) throws Exception {
    FakeStore.Facts facts = new FakeStore.Facts("facts");
    facts.everyTurn(extractor);
    MemoryManager memory = manager(facts).build();
    run(memory, new ArrayList<>(), "hello");
    memory.flush(LONG);

    assertThat(facts.added).isEmpty();
    assertThat(cursor("facts").failures()).isPositive();
    assertThat(cursor("facts").savedSeq()).isEqualTo(-1);
  }

  @Test
  void nullModelAnswerYieldsNoFacts() throws Exception {
    FakeStore.Facts facts = new FakeStore.Facts("facts");
    facts.everyTurn(ModelExtractor.of((system, user) -> null));
    MemoryManager memory = manager(facts).build();
    run(memory, new ArrayList<>(), "hello");

    assertThat(memory.flush(LONG).pending()).isEmpty();
    assertThat(facts.added).isEmpty();
  }

  @Test
  void megabyteMessagesReachBothKindsOfStores() throws Exception {
    String large = "tea ".repeat(1 << 18);
    FakeStore.Raw raw = FakeStore.everyTurn("raw");
    FakeStore.Facts facts = new FakeStore.Facts("facts");
    facts.everyTurn(
        (messages, context) -> List.of(Extractor.ExtractedFact.of(messages.getFirst().text())));
    MemoryManager memory = manager(raw, facts).build();
    run(memory, new ArrayList<>(), large);

    assertThat(memory.flush(LONG).pending()).isEmpty();
    assertThat(raw.batches.getFirst().getFirst().text()).isEqualTo(large);
    assertThat(facts.added).containsExactly(large);
    assertThat(raw.queries).as("the query is the whole text").containsExactly(large.strip());
  }

  @Test
  void blankQueriesAndNoStoresAreTakenAsTheyAre() {
    FakeStore a = FakeStore.finding("a", "x");
    FakeStore.Facts b = new FakeStore.Facts("b");
    MemoryManager memory = manager(a, b).addTool(AddToolSettings.ON).build();

    assertThat(memory.search(ANN, " ")).hasSize(1);
    assertThat(a.queries).containsExactly(" ");
    assertThat(memory.search(ANN, "x", MemorySearchOptions.ALL.withStores(List.of()))).isEmpty();
    assertThat(a.queries).hasSize(1);
    assertThat(call(memory, "search_memory", "{'query':'','stores':[]}")).contains("x");
    assertThat(call(memory, "add_memory", "{'entries':['tea'],'stores':[]}"))
        .isEqualTo("{'stored':1}");
    assertThatThrownBy(() -> call(memory, "add_memory", "{'entries':['tea'],'stores':['a']}"))
        .cause()
        .hasMessageContaining("Available: b.");
    assertThat(b.added).containsExactly("tea");
  }

  private Cursor cursor(String store) {
    return journal.cursor(new SaveKey(MemoryConversation.of(ANN).orElseThrow(), store));
  }

  /** A turn that notes which memories it has. */
  private static void run(MemoryManager memory, List<String> seen, String text) {
    TurnRunner.Builder builder =
        TurnRunner.builder()
            .storage(new InMemoryStorageAdapter())
            .turnInputPipeline(List.of(new AcceptInput()))
            .executor(
                (ctx, helpers) -> {
                  ctx.turnMemories().forEach(found -> seen.add(found.content().value()));
                  ctx.storeMessage(Message.assistant("noted"));
                  ctx.ack();
                });
    memory.applyTo(builder);
    builder.build().run(Turns.asking(ANN, text));
  }

  /** Calls with, and answers in, JSON whose quotes are single. */
  private static String call(MemoryManager memory, String name, String args) {
    Tool tool =
        memory.getTools().stream().filter(t -> t.name().equals(name)).findFirst().orElseThrow();
    return Turns.call(tool, args);
  }
}
