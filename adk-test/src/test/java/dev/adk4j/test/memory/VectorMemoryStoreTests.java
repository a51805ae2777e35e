package dev.adk4j.test.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.memory.internal.TokenOverlap;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.SearchOptions;
import dev.adk4j.memory.vector.VectorMemoryStore;
import dev.adk4j.vector.CollectionSpec;
import dev.adk4j.vector.DistanceMetric;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorDb;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class VectorMemoryStoreTests extends MemoryStoreContractTests<VectorMemoryStore> {

  private static final int DIMENSIONS = 64;

  private final VectorDb db = db();

  private static VectorDb db() {
    InMemoryVectorBackend backend = new InMemoryVectorBackend();
    backend.createCollection(
        new CollectionSpec("memories", DIMENSIONS, DistanceMetric.COSINE, List.of()), false);
    return VectorDb.builder(backend)
        .encoder((texts, kind) -> texts.stream().map(VectorMemoryStoreTests::wordBag).toList())
        .build();
  }

  /** Texts with the same words are near. */
  private static float[] wordBag(String text) {
    float[] vector = new float[DIMENSIONS];
    vector[0] = 0.01f;
    TokenOverlap.tokens(text)
        .forEach(word -> vector[Math.floorMod(word.hashCode(), DIMENSIONS)] += 1);
    return vector;
  }

  @Override
  protected VectorMemoryStore createStore(boolean writable) {
    return VectorMemoryStore.builder("notes", db, "memories").writable(writable).build();
  }

  @Test
  void storesWithACommonCollectionDoNotShareFacts() {
    MemoryOwner ann = new MemoryOwner("acme", "ann");
    VectorMemoryStore notes = createStore(true);
    VectorMemoryStore other = VectorMemoryStore.builder("other", db, "memories").build();
    notes.add("tea", Map.of(), MemoryWriteContext.of(ann));
    other.add("tea", Map.of(), MemoryWriteContext.of(ann));

    assertThat(notes.search("tea", SearchOptions.of(9, ann))).hasSize(1);
    other.forgetOwner(ann);
    assertThat(other.search("tea", SearchOptions.of(9, ann))).isEmpty();
    assertThat(notes.search("tea", SearchOptions.of(9, ann))).hasSize(1);
  }

  @Test
  void makesAMissingCollectionOnceWhenItIsInitialized() {
    MemoryOwner ann = new MemoryOwner("acme", "ann");
    VectorMemoryStore fresh =
        VectorMemoryStore.builder("fresh", db, "made")
            .createFor(
                (texts, kind) -> texts.stream().map(VectorMemoryStoreTests::wordBag).toList(),
                DistanceMetric.COSINE)
            .build();
    assertThat(db.schema().hasCollection("made")).isFalse();

    fresh.initialize();
    fresh.add("green tea", Map.of(), MemoryWriteContext.of(ann));
    fresh.initialize();

    assertThat(fresh.search("tea", SearchOptions.of(9, ann))).hasSize(1);
    createStore(true).initialize();
  }

  @Test
  void omitsFactsBelowTheLeastScore() {
    MemoryOwner ann = new MemoryOwner("acme", "ann");
    VectorMemoryStore near =
        VectorMemoryStore.builder("near", db, "memories").minScore(0.95).build();
    near.add("green tea", Map.of(), MemoryWriteContext.of(ann));
    near.add("a bicycle in the rain", Map.of(), MemoryWriteContext.of(ann));

    assertThat(near.search("green tea", SearchOptions.of(9, ann)))
        .extracting(MemoryEntry::content)
        .containsExactly("green tea");
  }

  @Test
  void theLeastScoreItselfIsEnough() {
    MemoryOwner ann = new MemoryOwner("acme", "ann");
    VectorMemoryStore notes = createStore(true);
    notes.add("green tea", Map.of(), MemoryWriteContext.of(ann));
    Double score = notes.search("tea", SearchOptions.of(9, ann)).getFirst().relevance();
    assertThat(score).isBetween(0.1, 0.99);

    VectorMemoryStore asNear =
        VectorMemoryStore.builder("notes", db, "memories").minScore(score).build();
    VectorMemoryStore nearer =
        VectorMemoryStore.builder("notes", db, "memories").minScore(Math.nextUp(score)).build();
    assertThat(asNear.search("tea", SearchOptions.of(9, ann))).hasSize(1);
    assertThat(nearer.search("tea", SearchOptions.of(9, ann))).isEmpty();
  }

  @Test
  void rewrittenFactKeepsItsCreationTime() {
    MemoryOwner ann = new MemoryOwner("acme", "ann");
    AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-02T03:04:05Z"));
    VectorMemoryStore notes =
        VectorMemoryStore.builder("notes", db, "memories").clock(now::get).build();
    notes.add("green tea", Map.of(), MemoryWriteContext.of(ann));
    Instant begun = now.getAndUpdate(instant -> instant.plusSeconds(60));
    notes.add("green tea", Map.of(), MemoryWriteContext.of(ann));

    MemoryEntry entry = notes.search("tea", SearchOptions.of(9, ann)).getFirst();
    assertThat(entry.createdAt()).isEqualTo(begun);
    assertThat(entry.updatedAt()).isEqualTo(begun.plusSeconds(60));
  }
}
