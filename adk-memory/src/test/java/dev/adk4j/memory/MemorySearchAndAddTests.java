package dev.adk4j.memory;

import static dev.adk4j.harness.Failures.assertFails;
import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.adk4j.error.AdkException;
import dev.adk4j.memory.observe.MemoryObserver;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class MemorySearchAndAddTests {

  private static final Scope ANN = new Scope("acme", "ann", "c1");
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final Duration SOON = Duration.ofSeconds(60);

  private final ManualDeadlines deadlines = new ManualDeadlines();
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final MemoryObserver observer =
      new MemoryObserver() {
        @Override
        public void searchFailed(String store, Throwable cause) {
          failures.add(store + " " + cause.getMessage());
        }
      };

  @Test
  void returnsResultsInOrderOfStores() {
    CountDownLatch secondAnswered = new CountDownLatch(1);
    FakeStore slow = new FakeStore("slow");
    slow.search =
        (query, options) -> {
          secondAnswered.await();
          return List.of(MemoryEntry.of("one"), MemoryEntry.of("two"));
        };
    FakeStore fast = new FakeStore("fast");
    fast.search =
        (query, options) -> {
          secondAnswered.countDown();
          return List.of(MemoryEntry.of("two"));
        };
    assertThat(manager(slow, fast).search(ANN, " tea ").stream().map(MemorySearchAndAddTests::line))
        .containsExactly("slow one", "slow two", "fast two");
    assertThat(fast.queries).containsExactly(" tea ");
  }

  @Test
  void overwritesStoreNamesOfEntries() {
    FakeStore store = new FakeStore("real");
    store.search =
        (query, options) -> List.of(MemoryEntry.builder("x").storeName("forged").id("7").build());
    assertThat(manager(store).search(ANN, ""))
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.storeName()).isEqualTo("real");
              assertThat(entry.id()).isEqualTo("7");
            });
  }

  @Test
  void limitIsTheCallersElseTheStoresElseThree() {
    FakeStore plain = new FakeStore("plain");
    FakeStore own = new FakeStore("own");
    own.maxSearchResults = OptionalInt.of(7);
    MemoryManager manager = manager(plain, own);
    manager.search(ANN, "x");
    manager.search(ANN, "x", MemorySearchOptions.ALL.withMaxSearchResults(9));
    assertThat(plain.options).extracting(o -> o.maxSearchResults()).containsExactly(3, 9);
    assertThat(own.options).extracting(o -> o.maxSearchResults()).containsExactly(7, 9);
    assertThat(own.options).allMatch(o -> new MemoryOwner("acme", "ann").equals(o.owner()));
  }

  @Test
  void namedStoresAreSearchedInTheOrderOfTheirNamesOnce() {
    FakeStore a = FakeStore.finding("a", "1");
    FakeStore b = FakeStore.finding("b", "2");
    MemoryManager manager = manager(a, b);
    List<MemoryEntry> found =
        manager.search(ANN, "x", MemorySearchOptions.ALL.withStores(List.of("b", "a", "b")));
    assertThat(found.stream().map(MemorySearchAndAddTests::line)).containsExactly("b 2", "a 1");
    assertThat(manager.search(ANN, "x", MemorySearchOptions.ALL.withStores(List.of()))).isEmpty();
    assertThat(a.queries).hasSize(1);
  }

  @Test
  void unknownNameFailsBeforeAnyStoreIsAsked() {
    FakeStore a = FakeStore.finding("a", "1");
    assertFails(
        MemoryErrorCode.E_MEMORY_STORE_NOT_FOUND,
        () -> manager(a).search(ANN, "x", MemorySearchOptions.ALL.withStores(List.of("a", "A"))));
    assertThat(a.queries).isEmpty();
  }

  @Test
  void withoutASubjectNothingIsAsked() {
    FakeStore.Facts a = new FakeStore.Facts("a");
    MemoryManager manager = manager(a);
    Scope nobody = new Scope("acme", null, "c1");
    assertFails(MemoryErrorCode.E_MEMORY_SCOPE_MISSING, () -> manager.search(nobody, "x"));
    assertFails(MemoryErrorCode.E_MEMORY_SCOPE_MISSING, () -> manager.add(nobody, "x"));
    assertFails(MemoryErrorCode.E_MEMORY_SCOPE_MISSING, () -> manager.forget(nobody));
    assertThat(a.queries).isEmpty();
    assertThat(a.added).isEmpty();
  }

  @Test
  void isolatesEveryFailureOfOneStore() {
    FakeStore checked = failing("checked", new java.io.IOException("down"));
    FakeStore error = failing("error", new AssertionError("bug"));
    FakeStore nothing = new FakeStore("null");
    nothing.search = (query, options) -> null;
    FakeStore nullEntry = new FakeStore("nullEntry");
    nullEntry.search = (query, options) -> Collections.singletonList(null);
    FakeStore lazy = new FakeStore("lazy");
    lazy.search =
        (query, options) ->
            new AbstractList<>() {
              @Override
              public MemoryEntry get(int index) {
                throw new IllegalStateException("gone");
              }

              @Override
              public int size() {
                return 1;
              }
            };
    FakeStore well = FakeStore.finding("well", "fine");
    List<MemoryEntry> found =
        manager(checked, error, nothing, nullEntry, lazy, well).search(ANN, "x");
    assertThat(found).singleElement().satisfies(e -> assertThat(e.content()).isEqualTo("fine"));
    assertThat(failures)
        .containsExactly(
            "checked down",
            "error bug",
            "null the store's search returned null",
            "nullEntry the store's search returned a null entry",
            "lazy gone");
    assertThat(manager(failing("a", new IllegalStateException())).search(ANN, "x")).isEmpty();
  }

  @Test
  void interruptsStoreAfterTimeout() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    FakeStore hanging = FakeStore.hanging("hanging", asked, interrupted);
    FakeStore well = FakeStore.finding("well", "fine");
    MemoryManager manager = manager(hanging, well);
    CompletableFuture<List<MemoryEntry>> found =
        CompletableFuture.supplyAsync(() -> manager.search(ANN, "x"));
    asked.await();
    assertThat(found).isNotDone();
    await().atMost(SOON).until(() -> deadlines.asked(LIMIT) == 2 && deadlines.waiting(LIMIT) == 1);
    deadlines.pass(LIMIT);
    assertThat(found.get()).singleElement();
    interrupted.await();
    assertThat(failures).containsExactly("hanging No response within PT5S.");
  }

  @Test
  void interruptedCallerLetsGoOfItsStores() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    FakeStore hanging = FakeStore.hanging("hanging", asked, interrupted);
    MemoryManager manager = manager(hanging);
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    Thread caller =
        Thread.ofVirtual()
            .start(() -> thrown.complete(catchThrowable(() -> manager.search(ANN, "x"))));
    asked.await();
    caller.interrupt();
    assertThat(thrown.get()).isInstanceOf(dev.adk4j.abort.AbortException.class);
    interrupted.await();
  }

  @Test
  void virtualMachineErrorsReachTheCaller() {
    MemoryManager manager = manager(failing("a", new OutOfMemoryError("simulated")));
    assertThatThrownBy(() -> manager.search(ANN, "x")).isInstanceOf(OutOfMemoryError.class);
  }

  @Test
  void addWritesToAllAddableStores() {
    FakeStore.Facts a = new FakeStore.Facts("a");
    FakeStore.Facts readOnly = new FakeStore.Facts("r");
    readOnly.writable = false;
    FakeStore.Both both = new FakeStore.Both("both");
    manager(a, readOnly, new FakeStore.Raw("raw"), both)
        .add(ANN, "tea", MemoryAddOptions.ALL.withMetadata(Map.of("k", List.of(1))));
    assertThat(a.added).containsExactly("tea");
    assertThat(both.added).containsExactly("tea");
    assertThat(readOnly.added).isEmpty();
    assertThat(a.metadata).containsExactly(Map.of("k", List.of(1)));
    assertThat(a.contexts)
        .containsExactly(
            new MemoryWriteContext(
                new MemoryOwner("acme", "ann"),
                "c1",
                null,
                MemoryWriteContext.Origin.PROGRAM,
                null));
  }

  @Test
  void invalidStoreNamePreventsAllWrites() {
    FakeStore.Facts a = new FakeStore.Facts("a");
    MemoryManager manager = manager(a, new FakeStore("r"), new FakeStore.Raw("m"));
    assertFails(MemoryErrorCode.E_MEMORY_STORE_NOT_FOUND, () -> add(manager, "a", "x"));
    assertFails(MemoryErrorCode.E_MEMORY_STORE_READ_ONLY, () -> add(manager, "a", "r"));
    assertFails(MemoryErrorCode.E_MEMORY_STORE_ADD_UNSUPPORTED, () -> add(manager, "a", "m"));
    assertFails(MemoryErrorCode.E_MEMORY_NO_WRITABLE_STORE, () -> add(manager));
    assertFails(
        MemoryErrorCode.E_MEMORY_NO_WRITABLE_STORE,
        () -> manager(new FakeStore("r")).add(ANN, "fact"));
    assertThat(a.added).isEmpty();
  }

  @Test
  void failedWritesAreNamedInOrderAndTheOthersStand() {
    FakeStore.Facts a = FakeStore.Facts.failing("a", "disk full");
    FakeStore.Facts b = new FakeStore.Facts("b");
    FakeStore.Facts c = FakeStore.Facts.failing("c", "locked");
    Throwable thrown = catchThrowable(() -> manager(a, b, c).add(ANN, "x"));
    assertThat(thrown)
        .isInstanceOfSatisfying(
            MemoryWriteException.class,
            e -> {
              assertThat(e.failures())
                  .extracting(MemoryWriteException.StoreFailure::store)
                  .containsExactly("a", "c");
              assertThat(e.errorCode()).isEqualTo(MemoryErrorCode.E_MEMORY_WRITE_FAILED);
              assertThat(e.getSuppressed()).hasSize(2);
            })
        .hasMessageContaining("'a' disk full; 'c' locked");
    assertThat(b.added).containsExactly("x");
  }

  @Test
  void megabyteAndEmptyContentsAreTheStoresBusiness() {
    FakeStore.Facts a = new FakeStore.Facts("a");
    MemoryManager manager = manager(a);
    String large = "x".repeat(1 << 20);
    manager.add(ANN, large);
    manager.add(ANN, "");
    assertThat(a.added).containsExactly(large, "");
  }

  @Test
  void metadataIsJsonAndIsolatedBetweenStores() {
    assertThatThrownBy(() -> MemoryAddOptions.ALL.withMetadata(Map.of("k", new Object())))
        .isInstanceOf(AdkException.class)
        .hasMessageContaining("$.metadata['k']");
    List<Object> inner = new ArrayList<>(List.of("a"));
    MemoryAddOptions options = MemoryAddOptions.ALL.withMetadata(Map.of("k", inner));
    inner.add("b");
    assertThat(options.metadata()).isEqualTo(Map.of("k", List.of("a")));
    assertThatThrownBy(() -> ((List<?>) options.metadata().get("k")).clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private static void add(MemoryManager manager, String... stores) {
    manager.add(ANN, "fact", MemoryAddOptions.ALL.withStores(List.of(stores)));
  }

  private MemoryManager manager(FakeStore... stores) {
    return MemoryManager.builder()
        .stores(
            List.of(stores).stream().peek(s -> s.extraction = java.util.Optional.empty()).toList())
        .deadlines(deadlines)
        .observer(observer)
        .build();
  }

  private static FakeStore failing(String name, Throwable thrown) {
    FakeStore store = new FakeStore(name);
    store.search = (query, options) -> raise(thrown);
    return store;
  }

  private static String line(MemoryEntry entry) {
    return entry.storeName() + " " + entry.content();
  }
}
