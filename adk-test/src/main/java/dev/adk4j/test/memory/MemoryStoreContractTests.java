package dev.adk4j.test.memory;

import static dev.adk4j.test.AdkAssertions.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.memory.MemoryErrorCode;
import dev.adk4j.memory.store.AddableMemoryStore;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryStore;
import dev.adk4j.memory.store.MemoryStore.RelevanceScale;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.MutableMemoryStore;
import dev.adk4j.memory.store.SearchOptions;
import dev.adk4j.test.internal.Together;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Contract tests for memory stores that accept facts. Extend this class with methods that create an
 * empty store and clean up. For a {@link MutableMemoryStore}, updates and deletes are tested, too.
 *
 * {@snippet :
 * class NotesStoreTests extends MemoryStoreContractTests<NotesStore> {
 *   protected NotesStore createStore(boolean writable) {
 *     return new NotesStore("notes", writable, dataSource);
 *   }
 * }
 * }
 *
 * @since 0.1.0
 */
public abstract class MemoryStoreContractTests<T extends AddableMemoryStore> {

  private static final MemoryOwner ANN = new MemoryOwner("acme", "ann");
  private static final MemoryOwner BOB = new MemoryOwner("acme", "bob");
  private static final MemoryOwner OTHER_ANN = new MemoryOwner("umbrella", "ann");

  private T store;

  /**
   * Returns a store. Its data is initially empty in each test. A second call within a test returns
   * another store on the same data.
   */
  protected abstract T createStore(boolean writable) throws Exception;

  /** Removes the data of the test. */
  protected void cleanUp() throws Exception {}

  /** Waits until written entries can be found. Default: does nothing. */
  protected void settle() throws Exception {}

  @BeforeEach
  void openStore() throws Exception {
    store = createStore(true);
    store.initialize();
  }

  @AfterEach
  void removeData() throws Exception {
    cleanUp();
  }

  @Test
  void findsTheBestMatchFirst() throws Exception {
    add(ANN, "green tea with honey", "green apples", "the harbour at night");
    List<MemoryEntry> found = search(ANN, "green tea with honey", 2);
    assertThat(found.getFirst().content()).isEqualTo("green tea with honey");
    List<Double> relevances = found.stream().map(MemoryEntry::relevance).toList();
    if (store.relevanceScale() != RelevanceScale.NONE && !relevances.contains(null)) {
      boolean lowerIsBetter = store.relevanceScale() == RelevanceScale.DISTANCE;
      assertThat(lowerIsBetter ? relevances.reversed() : relevances)
          .isSortedAccordingTo((a, b) -> Double.compare(b, a));
    }
  }

  @Test
  void givesNoMoreThanAsked() throws Exception {
    add(ANN, "tea one", "tea two", "tea three", "tea four");
    assertThat(search(ANN, "tea", 1)).hasSize(1);
    assertThat(search(ANN, "tea", 3)).hasSize(3);
  }

  @Test
  void emptyStoreAndBlankQueryAreNoErrors() throws Exception {
    assertThat(search(ANN, "tea", 5)).isEmpty();
    add(ANN, "tea");
    search(ANN, "", 5);
    search(ANN, " \n", 5);
    search(ANN, "?!", 5);
  }

  @Test
  void ownersFindOnlyTheirOwn() throws Exception {
    add(ANN, "ann likes tea");
    add(BOB, "bob likes tea");
    add(OTHER_ANN, "the other ann likes tea");
    assertThat(contents(ANN, "likes tea")).containsExactly("ann likes tea");
    assertThat(contents(BOB, "likes tea")).containsExactly("bob likes tea");
    assertThat(contents(OTHER_ANN, "likes tea")).containsExactly("the other ann likes tea");
  }

  @Test
  void partsOfAnOwnerAreNotMixedUp() throws Exception {
    add(new MemoryOwner("a", "b:c"), "tea of one");
    add(new MemoryOwner("a:b", "c"), "tea of the other");
    assertThat(contents(new MemoryOwner("a", "b:c"), "tea")).containsExactly("tea of one");
    assertThat(contents(new MemoryOwner("a:b", "c"), "tea")).containsExactly("tea of the other");
  }

  @Test
  void metadataDoesNotChangeTheOwner() throws Exception {
    store.add(
        "ann likes tea",
        Map.of("owner", "bob", "tenant", "umbrella", "subject", "bob", "store_name", "other"),
        MemoryWriteContext.of(ANN));
    settle();
    assertThat(contents(ANN, "likes tea")).containsExactly("ann likes tea");
    assertThat(contents(BOB, "likes tea")).isEmpty();
  }

  @Test
  void sameContentOfTwoOwnersIsTwoEntries() throws Exception {
    add(ANN, "likes tea");
    add(BOB, "likes tea");
    assertThat(contents(ANN, "tea")).hasSize(1);
    assertThat(contents(BOB, "tea")).hasSize(1);
  }

  @Test
  void callWithoutAnOwnerIsRefused() throws Exception {
    add(ANN, "tea");
    assertThrown(() -> store.search("tea", new SearchOptions(5, null)))
        .hasCode(MemoryErrorCode.E_MEMORY_SCOPE_MISSING);
    MemoryWriteContext nobody =
        new MemoryWriteContext(null, null, null, MemoryWriteContext.Origin.TOOL, null);
    assertThrown(() -> store.add("more tea", Map.of(), nobody))
        .hasCode(MemoryErrorCode.E_MEMORY_SCOPE_MISSING);
    assertThat(contents(ANN, "tea")).containsExactly("tea");
  }

  @Test
  void blankContentIsRefused() throws Exception {
    for (String blank : List.of("", " ", "\n\t")) {
      assertThrown(() -> store.add(blank, Map.of(), MemoryWriteContext.of(ANN)))
          .hasCode(AdkErrorCode.VALIDATION_EXCEPTION);
    }
  }

  @Test
  void readOnlyStoreRefusesWritesAndCanBeSearched() throws Exception {
    add(ANN, "tea");
    T readOnly = createStore(false);
    assertThat(readOnly.writable()).isFalse();
    assertThrown(() -> readOnly.add("more", Map.of(), MemoryWriteContext.of(ANN)))
        .hasCode(MemoryErrorCode.E_MEMORY_STORE_READ_ONLY);
    assertThat(readOnly.search("tea", SearchOptions.of(5, ANN))).hasSize(1);
  }

  @Test
  void theSameFactAgainIsVisibleOnce() throws Exception {
    MemoryWriteContext context = MemoryWriteContext.of(ANN).withIdempotencyKey("k1");
    for (int i = 0; i < 3; i++) {
      store.add("likes tea", Map.of("try", i), context);
    }
    settle();
    assertThat(contents(ANN, "tea")).containsExactly("likes tea");
  }

  @Test
  void metadataComesBackAsItWas() throws Exception {
    store.add(
        "likes tea",
        Map.of("source", "chat", "count", 3, "sure", true, "tags", List.of("a", "b")),
        MemoryWriteContext.of(ANN));
    settle();
    Map<String, Object> metadata = Map.copyOf(search(ANN, "tea", 1).getFirst().metadata());
    assertThat(metadata)
        .containsEntry("source", "chat")
        .containsEntry("sure", true)
        .containsEntry("tags", List.of("a", "b"));
    assertThat(metadata.get("count"))
        .isInstanceOfSatisfying(Number.class, count -> assertThat(count.intValue()).isEqualTo(3));
  }

  @Test
  void contentComesBackAsItWas() throws Exception {
    String[] tricky = {
      "tea 🍵 naïve Ελληνικά", "tea 'quoted' \"twice\" \\ %_", "tea\nwith\r\nlines"
    };
    add(BOB, tricky);
    assertThat(contents(BOB, "tea")).contains(tricky);
  }

  @Test
  void megabyteOfContentIsKeptWhole() throws Exception {
    String large = "tea " + "leaf ".repeat(1 << 18);
    add(ANN, large);
    assertThat(search(ANN, "tea leaf", 1).getFirst().content()).isEqualTo(large);
  }

  @Test
  void concurrentAddsOfTheSameContentLeaveOne() throws Exception {
    Together.run(
        Together.THREADS, thread -> store.add("likes tea", Map.of(), MemoryWriteContext.of(ANN)));
    settle();
    assertThat(contents(ANN, "tea")).containsExactly("likes tea");
  }

  @Test
  void concurrentAddsOfDifferentContentsAllStayWhileOthersSearch() throws Exception {
    Together.run(
        Together.THREADS,
        thread -> {
          for (int i = 0; i < 5; i++) {
            store.add("tea number " + thread + "x" + i, Map.of(), MemoryWriteContext.of(ANN));
            search(ANN, "tea", 3);
          }
        });
    settle();
    assertThat(search(ANN, "tea number", 200)).hasSize(Together.THREADS * 5);
  }

  @Test
  void interruptEndsACallInBoundedTime() throws Exception {
    add(ANN, "tea");
    Thread caller =
        Thread.ofPlatform()
            .start(
                () -> {
                  Thread.currentThread().interrupt();
                  try {
                    store.search("tea", SearchOptions.of(5, ANN));
                    store.add("more tea", Map.of(), MemoryWriteContext.of(ANN));
                  } catch (Exception e) {
                    // An exception is as acceptable an end as a result.
                  }
                });
    assertThat(caller.join(Duration.ofMinutes(2))).isTrue();
    settle();
    assertThat(contents(ANN, "tea")).contains("tea");
  }

  @Test
  void entriesCanBeChangedAndDeletedByTheirOwnerAlone() throws Exception {
    MutableMemoryStore mutable = mutable();
    add(ANN, "likes tea");
    String id = Objects.requireNonNull(search(ANN, "tea", 1).getFirst().id(), "the entry's id");
    mutable.update(id, "likes black tea", Map.of("k", "v"), MemoryWriteContext.of(BOB));
    mutable.delete(id, MemoryWriteContext.of(OTHER_ANN));
    settle();
    assertThat(contents(ANN, "tea")).containsExactly("likes tea");
    mutable.update(id, "likes green tea", Map.of(), MemoryWriteContext.of(ANN));
    settle();
    assertThat(contents(ANN, "tea")).containsExactly("likes green tea");
    mutable.delete(id, MemoryWriteContext.of(ANN));
    mutable.delete(id, MemoryWriteContext.of(ANN));
    settle();
    assertThat(contents(ANN, "tea")).isEmpty();
    assertThat(contents(BOB, "tea")).containsExactly("likes black tea");
  }

  @Test
  void forgottenOwnerHasNothingAndOthersHaveAll() throws Exception {
    MutableMemoryStore mutable = mutable();
    add(ANN, "tea one", "tea two");
    add(BOB, "tea three");
    mutable.forgetOwner(ANN);
    mutable.forgetOwner(ANN);
    settle();
    assertThat(contents(ANN, "tea")).isEmpty();
    assertThat(contents(BOB, "tea")).containsExactly("tea three");
    add(ANN, "tea again");
    assertThat(contents(ANN, "tea")).containsExactly("tea again");
  }

  private MutableMemoryStore mutable() {
    assumeTrue(
        (MemoryStore) store instanceof MutableMemoryStore, "the store cannot change entries");
    return (MutableMemoryStore) (MemoryStore) store;
  }

  private void add(MemoryOwner owner, String... contents) throws Exception {
    for (String content : contents) {
      store.add(content, Map.of(), MemoryWriteContext.of(owner));
    }
    settle();
  }

  private List<MemoryEntry> search(MemoryOwner owner, String query, int limit) throws Exception {
    return store.search(query, SearchOptions.of(limit, owner));
  }

  private List<String> contents(MemoryOwner owner, String query) throws Exception {
    return search(owner, query, 50).stream().map(MemoryEntry::content).toList();
  }
}
