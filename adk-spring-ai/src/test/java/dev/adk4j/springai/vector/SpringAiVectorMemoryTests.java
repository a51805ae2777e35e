package dev.adk4j.springai.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.SearchOptions;
import dev.adk4j.memory.vector.VectorMemoryStore;
import dev.adk4j.vector.VectorDb;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Facts in a vector store of Spring AI's, which cannot look records up by their ids. */
class SpringAiVectorMemoryTests {

  private static final MemoryOwner ANN = new MemoryOwner("acme", "ann");
  private static final MemoryOwner BOB = new MemoryOwner("acme", "bob");
  private static final MemoryWriteContext ANN_WRITES = MemoryWriteContext.of(ANN);

  private final ClearableVectorStore vectors = new ClearableVectorStore(new StubEmbeddingModel());

  private VectorMemoryStore store(boolean deleteByFilter) {
    VectorDb db =
        VectorDb.builder(
                SpringAiVectorBackend.builder(Map.of("memories", vectors))
                    .ids(SpringAiVectorBackend.Ids.NAME_UUID)
                    .scores(SpringAiVectorBackend.Scores.COSINE)
                    .deleteByFilter(deleteByFilter)
                    .build())
            .build();
    return VectorMemoryStore.builder("notes", db, "memories").build();
  }

  private static List<MemoryEntry> all(VectorMemoryStore store, MemoryOwner owner) {
    return store.search("tea", SearchOptions.of(10, owner));
  }

  @Test
  void anUpdateDoesNotDuplicateAndADeleteWorks() {
    VectorMemoryStore store = store(true);
    String id = store.add("Ann prefers tea.", Map.of(), ANN_WRITES);
    String other = store.add("Ann has a dog.", Map.of(), ANN_WRITES);

    store.update(id, "Ann prefers coffee.", Map.of("a", 1), ANN_WRITES);
    store.update(id, "Ann prefers cocoa.", Map.of("a", 2), ANN_WRITES);

    assertThat(all(store, ANN))
        .extracting(MemoryEntry::content)
        .containsExactlyInAnyOrder("Ann prefers cocoa.", "Ann has a dog.");
    assertThat(all(store, ANN)).extracting(MemoryEntry::id).containsExactlyInAnyOrder(id, other);

    store.delete(id, ANN_WRITES);
    assertThat(all(store, ANN)).extracting(MemoryEntry::content).containsExactly("Ann has a dog.");
    store.forgetOwner(ANN);
    assertThat(all(store, ANN)).isEmpty();
  }

  @Test
  void anIdOfAnotherOwnerChangesAndDeletesNothingOfTheirs() {
    VectorMemoryStore store = store(true);
    String id = store.add("Ann prefers tea.", Map.of(), ANN_WRITES);

    store.update(id, "Bob was here.", Map.of(), MemoryWriteContext.of(BOB));
    store.delete(id, MemoryWriteContext.of(BOB));

    assertThat(all(store, ANN))
        .extracting(MemoryEntry::content)
        .containsExactly("Ann prefers tea.");
    assertThat(all(store, BOB)).isEmpty();
  }

  @Test
  void appendOnlyStoreRefusesUpdates() {
    VectorMemoryStore store = store(false);
    String id = store.add("Ann prefers tea.", Map.of(), ANN_WRITES);

    assertThatThrownBy(() -> store.update(id, "Ann prefers cocoa.", Map.of(), ANN_WRITES))
        .hasMessageContaining("cannot change or delete");
    assertThatThrownBy(() -> store.delete(id, ANN_WRITES))
        .hasMessageContaining("cannot change or delete");
    assertThat(all(store, ANN)).hasSize(1);
  }
}
