package dev.adk4j.test.vector;

import static dev.adk4j.vector.VectorErrorCode.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.adk4j.error.AdkException;
import dev.adk4j.test.internal.Together;
import dev.adk4j.vector.VectorFeature;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorRecord;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of upserts, deletes and transactions. */
interface VectorWriteCases extends VectorFixture {

  /** Returns true if connections are independent; false for a server with a single session. */
  boolean concurrent();

  @Test
  default void replacesTheWholeRecord() {
    store(record("a", 1).metadata("k", "x").metadata("l", "y"));
    store(record("a", 1).document("new text").metadata("k", "z"));
    VectorMatch found = first(docs().nearText("text").select("document", "metadata"));
    assertThat(found.document()).hasValue("new text");
    assertThat(found.metadata()).hasValue(Map.of("k", "z"));
    assertThat(everything()).containsExactly("a");
    if (has(VectorFeature.VECTORLESS_RECORDS)) {
      store(VectorRecord.builder("a"));
      VectorMatch bare = first(docs().select("document", "metadata", "vector"));
      assertThat(bare.document()).isEmpty();
      assertThat(bare.vector()).isEmpty();
      assertThat(bare.metadata()).hasValue(Map.of());
    }
  }

  @Test
  default void keepsTheLastOfTwoRecordsWithOneId() {
    store(record("a", 1).document("first"), record("b", 1), record("a", 1).document("last"));
    assertThat(everything()).containsExactly("a", "b");
    assertThat(docs().nearText("last").select("document").where("x", "ne", 1).fetch())
        .extracting(m -> m.document().orElseThrow())
        .contains("last")
        .doesNotContain("first");
  }

  @Test
  default void writesNothingForAnEmptyList() {
    docs().upsert(List.of());
    assertThat(everything()).isEmpty();
  }

  @Test
  default void namesTheIndexOfABadRecordAndWritesNothing() {
    Map<String, @Nullable Object> self = new LinkedHashMap<>();
    self.put("self", self);
    List<VectorRecord> bad =
        List.of(
            record("", 1).build(),
            VectorRecord.builder("x").vector(vector(Float.NaN)).build(),
            VectorRecord.builder("x").vector(vector(Float.POSITIVE_INFINITY)).build(),
            VectorRecord.builder("x").vector(new float[0]).build(),
            record("x", 1).metadata("n", Double.NaN).build(),
            record("x", 1).metadata("n", List.of(1, Double.NEGATIVE_INFINITY)).build(),
            record("x", 1).metadata("o", new Object()).build(),
            record("x", 1).metadata("o", Map.of(1, "key is no text")).build(),
            record("x", 1).metadata("o", new BigDecimal("1e999999999")).build(),
            record("x", 1).metadata(self).build());
    for (VectorRecord record : bad) {
      assertThatThrownBy(
              () -> docs().upsert(record("good", 1).build(), record, record("fine", 1).build()))
          .isInstanceOfSatisfying(
              AdkException.class,
              e -> {
                assertThat(e.errorCode()).isEqualTo(E_INVALID_VECTOR_RECORD);
                assertThat(e.args().getFirst()).isEqualTo(1);
              });
    }
    refused(
        E_INVALID_VECTOR_RECORD,
        () -> docs().upsert(Collections.singletonList((VectorRecord) null)));
    assertThat(everything()).isEmpty();
  }

  @Test
  default void refusesAVectorOfAnotherLengthAndWritesNothing() {
    if (!has(VectorFeature.VECTORS)) {
      refused(
          E_VECTOR_STORE_UNSUPPORTED_OPERATION,
          () -> docs().upsert(VectorRecord.ofVector("v", vector(1))));
      return;
    }
    store(record("old", 1));
    VectorRecord longer =
        VectorRecord.builder("b").document("b").vector(new float[dimensions() + 1]).build();
    refused(
        E_VECTOR_STORE_DIMENSION_MISMATCH,
        () ->
            docs()
                .upsert(record("a", 1).build(), longer, record("old", 2).metadata("k", 1).build()));
    assertThat(everything()).containsExactly("old");
    assertThat(first(docs().nearText("old").select("metadata")).metadata()).hasValue(Map.of());
  }

  @Test
  default void returnsMetadataUnchanged() {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("text", "Grüße, 世界 😀 \"quoted\" \\ back\tslash");
    metadata.put("int", 5);
    metadata.put("long", 5_000_000_000L);
    metadata.put("real", 0.1);
    metadata.put("yes", true);
    if (has(VectorFeature.FILTER_PATHS)) {
      metadata.put("list", Arrays.asList(1, "two", null, List.of(3), Map.of("four", 4)));
      metadata.put("map", Map.of("deep", Map.of("deeper", List.of("deepest"))));
      metadata.put("nothing", null);
      metadata.put("empty", "");
      metadata.put("huge", new BigDecimal("123456789012345678901234567890.123456789"));
    }
    store(record("a", 1).metadata(metadata));
    Map<String, @Nullable Object> found =
        first(docs().nearText("text").select("metadata")).metadata().orElseThrow();
    assertThat(found).isEqualTo(metadata);
  }

  @Test
  default void copiesObjectsOfTheCaller() {
    List<Object> list = new ArrayList<>(List.of("x"));
    float[] vector = vector(1);
    VectorRecord.Builder record = VectorRecord.builder("a").document("d").metadata("list", list);
    docs().upsert(has(VectorFeature.VECTORS) ? record.vector(vector).build() : record.build());
    list.add("y");
    vector[0] = -1;
    VectorMatch found = first(docs().nearText("cat").select("metadata"));
    assertThat(found.metadata().orElseThrow().get("list")).isEqualTo(List.of("x"));
    if (has(VectorFeature.READ_VECTORS)) {
      first(docs().nearText("cat").select("vector")).vector().orElseThrow()[0] = 7;
      assertThat(first(docs().nearText("cat").select("vector")).vector().orElseThrow())
          .containsExactly(vector(1));
    }
  }

  @Test
  default void refusesAnUpsertWithConditions() {
    conflicts(() -> docs().where("a", 1).upsert(record("a", 1).build()));
    conflicts(() -> docs().nearText("cat").upsert(record("a", 1).build()));
    assertThat(everything()).isEmpty();
  }

  @Test
  default void deletesByIds() {
    store(record("a", 1), record("b", 1), record("c", 1));
    docs().whereIn("id", List.of("a", "nobody")).delete();
    assertThat(everything()).containsExactly("b", "c");
    docs().whereIn("id", List.of()).delete();
    assertThat(everything()).containsExactly("b", "c");
  }

  @Test
  default void deletesByFilter() throws Throwable {
    store(record("a", 1).metadata("t", "x"), record("b", 1).metadata("t", "y"));
    supportedOrRefused(
        VectorFeature.DELETE_BY_FILTER,
        () -> {
          docs().where("t", "x").delete();
          assertThat(everything()).containsExactly("b");
          docs().where("t", "nobody").delete();
          assertThat(everything()).containsExactly("b");
        });
  }

  @Test
  default void deletesByTheIdOfTheRecord() {
    requires(VectorFeature.FILTER_ID);
    for (String id : List.of("1", "2", "3", "4")) {
      store(record(id, 1).metadata("tenant", id.equals("4") ? "u" : "t").metadata("id", "9"));
    }
    docs().where("id", "1").delete();
    assertThat(everything()).containsExactly("2", "3", "4");
    docs().whereIn("id", List.of("2", "4")).where("tenant", "t").delete();
    assertThat(everything()).containsExactly("3", "4");
    docs().whereIn("id", List.of("nobody")).orWhere("tenant", "u").delete();
    assertThat(everything()).containsExactly("3");
  }

  @Test
  default void refusesADeleteWithoutACondition() {
    store(record("a", 1));
    conflicts(() -> docs().delete());
    conflicts(() -> docs().where(group -> {}).delete());
    conflicts(() -> docs().whereNotIn("k", List.of()).delete());
    conflicts(() -> docs().whereExists("id").delete());
    conflicts(() -> docs().nearText("cat").where("k", 1).delete());
    conflicts(() -> docs().where("k", 1).deleteAll());
    assertThat(everything()).containsExactly("a");
  }

  @Test
  default void emptiesTheCollectionByDeleteAll() throws Throwable {
    store(record("a", 1), record("b", 1));
    supportedOrRefused(
        VectorFeature.DELETE_ALL,
        () -> {
          docs().deleteAll();
          assertThat(everything()).isEmpty();
          store(record("c", 1));
          assertThat(everything()).containsExactly("c");
        });
  }

  @Test
  default void keepsAllOrNothingOfATransaction() throws Throwable {
    if (!has(VectorFeature.TRANSACTIONS)) {
      refused(E_VECTOR_STORE_TRANSACTIONS_UNSUPPORTED, () -> db().transaction(tx -> {}));
      return;
    }
    store(record("old", 1));
    db().transaction(
            tx -> {
              tx.collection(COLLECTION).upsert(record("a", 1).build());
              tx.transaction(
                  inner -> inner.collection(COLLECTION).whereIn("id", List.of("old")).delete());
              assertThat(ids(tx.collection(COLLECTION))).containsExactly("a");
            });
    assertThat(everything()).containsExactly("a");
    IOException original = new IOException("mine");
    assertThatThrownBy(
            () ->
                db().transaction(
                        tx -> {
                          tx.collection(COLLECTION).upsert(record("b", 1).build());
                          tx.collection(COLLECTION).deleteAll();
                          throw original;
                        }))
        .isSameAs(original);
    assertThat(everything()).containsExactly("a");
  }

  @Test
  default void losesNothingWithConcurrentWriters() throws Exception {
    assumeTrue(concurrent(), "the server has a single session");
    Together.run(
        4,
        thread -> {
          for (int i = 0; i < 25; i++) {
            store(record(thread + "-" + i, 1, i), record("shared", 1).metadata("k", i));
            ids(docs().nearText("cat"));
          }
        });
    assertThat(everything()).hasSize(101);
  }
}
