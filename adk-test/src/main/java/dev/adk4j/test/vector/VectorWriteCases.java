package dev.adk4j.test.vector;

import static dev.adk4j.vector.VectorErrorCode.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of upserts, deletes and transactions. */
interface VectorWriteCases extends VectorFixture {

  /** Returns true if connections are independent; false for a server with a single session. */
  boolean concurrent();

  @Test
  default void replacesTheWholeRecord() {
    docs().upsert(record("a", 1).metadata("k", "x").metadata("l", "y").build());
    docs().upsert(record("a", 1).document("new text").metadata("k", "z").build());
    VectorMatch found = docs().nearText("text").select("document", "metadata").fetch().getFirst();
    assertThat(found.document()).hasValue("new text");
    assertThat(found.metadata()).hasValue(Map.of("k", "z"));
    assertThat(everything()).containsExactly("a");
    if (has(VectorFeature.VECTORLESS_RECORDS)) {
      docs().upsert(VectorRecord.builder("a").build());
      VectorMatch bare = docs().select("document", "metadata", "vector").fetch().getFirst();
      assertThat(bare.document()).isEmpty();
      assertThat(bare.vector()).isEmpty();
      assertThat(bare.metadata()).hasValue(Map.of());
    }
  }

  @Test
  default void keepsTheLastOfTwoRecordsWithOneId() {
    docs()
        .upsert(
            record("a", 1).document("first").build(),
            record("b", 1).build(),
            record("a", 1).document("last").build());
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
    docs().upsert(record("old", 1).build());
    VectorRecord longer =
        VectorRecord.builder("b").document("b").vector(new float[dimensions() + 1]).build();
    refused(
        E_VECTOR_STORE_DIMENSION_MISMATCH,
        () ->
            docs()
                .upsert(record("a", 1).build(), longer, record("old", 2).metadata("k", 1).build()));
    assertThat(everything()).containsExactly("old");
    assertThat(docs().nearText("old").select("metadata").fetch().getFirst().metadata())
        .hasValue(Map.of());
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
    docs().upsert(record("a", 1).metadata(metadata).build());
    Map<String, @Nullable Object> found =
        docs().nearText("text").select("metadata").fetch().getFirst().metadata().orElseThrow();
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
    VectorMatch found = docs().nearText("cat").select("metadata").fetch().getFirst();
    assertThat(found.metadata().orElseThrow().get("list")).isEqualTo(List.of("x"));
    if (has(VectorFeature.READ_VECTORS)) {
      docs().nearText("cat").select("vector").fetch().getFirst().vector().orElseThrow()[0] = 7;
      assertThat(docs().nearText("cat").select("vector").fetch().getFirst().vector().orElseThrow())
          .containsExactly(vector(1));
    }
  }

  @Test
  default void refusesAnUpsertWithConditions() {
    refused(
        E_VECTOR_STORE_QUERY_CONFLICT, () -> docs().where("a", 1).upsert(record("a", 1).build()));
    refused(
        E_VECTOR_STORE_QUERY_CONFLICT, () -> docs().nearText("cat").upsert(record("a", 1).build()));
    assertThat(everything()).isEmpty();
  }

  @Test
  default void deletesByIds() {
    docs().upsert(record("a", 1).build(), record("b", 1).build(), record("c", 1).build());
    docs().whereIn("id", List.of("a", "nobody")).delete();
    assertThat(everything()).containsExactly("b", "c");
    docs().whereIn("id", List.of()).delete();
    assertThat(everything()).containsExactly("b", "c");
  }

  @Test
  default void deletesByFilter() throws Throwable {
    docs()
        .upsert(
            record("a", 1).metadata("t", "x").build(), record("b", 1).metadata("t", "y").build());
    supportedOr(
        E_VECTOR_STORE_UNSUPPORTED_OPERATION,
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
    if (!has(VectorFeature.FILTER_ID)) {
      return;
    }
    for (String id : List.of("1", "2", "3", "4")) {
      docs()
          .upsert(
              record(id, 1)
                  .metadata("tenant", id.equals("4") ? "u" : "t")
                  .metadata("id", "9")
                  .build());
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
    docs().upsert(record("a", 1).build());
    refused(E_VECTOR_STORE_QUERY_CONFLICT, () -> docs().delete());
    refused(E_VECTOR_STORE_QUERY_CONFLICT, () -> docs().where(group -> {}).delete());
    refused(E_VECTOR_STORE_QUERY_CONFLICT, () -> docs().whereNotIn("k", List.of()).delete());
    refused(E_VECTOR_STORE_QUERY_CONFLICT, () -> docs().whereExists("id").delete());
    refused(E_VECTOR_STORE_QUERY_CONFLICT, () -> docs().nearText("cat").where("k", 1).delete());
    refused(E_VECTOR_STORE_QUERY_CONFLICT, () -> docs().where("k", 1).deleteAll());
    assertThat(everything()).containsExactly("a");
  }

  @Test
  default void emptiesTheCollectionByDeleteAll() throws Throwable {
    docs().upsert(record("a", 1).build(), record("b", 1).build());
    supportedOr(
        E_VECTOR_STORE_UNSUPPORTED_OPERATION,
        VectorFeature.DELETE_ALL,
        () -> {
          docs().deleteAll();
          assertThat(everything()).isEmpty();
          docs().upsert(record("c", 1).build());
          assertThat(everything()).containsExactly("c");
        });
  }

  @Test
  default void keepsAllOrNothingOfATransaction() throws Throwable {
    if (!has(VectorFeature.TRANSACTIONS)) {
      refused(E_VECTOR_STORE_TRANSACTIONS_UNSUPPORTED, () -> db().transaction(tx -> {}));
      return;
    }
    docs().upsert(record("old", 1).build());
    db().transaction(
            tx -> {
              tx.collection(COLLECTION).upsert(record("a", 1).build());
              tx.transaction(
                  inner -> inner.collection(COLLECTION).whereIn("id", List.of("old")).delete());
              assertThat(ids(tx.collection(COLLECTION).select("id").fetch())).containsExactly("a");
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
    if (!concurrent()) {
      return;
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        String thread = "t" + t;
        running.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 25; i++) {
                    docs()
                        .upsert(
                            record(thread + "-" + i, 1, i).build(),
                            record("shared", 1).metadata("k", i).build());
                    docs().nearText("cat").select("id").fetch();
                  }
                }));
      }
      for (Future<?> future : running) {
        future.get();
      }
    }
    assertThat(everything()).hasSize(101);
  }
}
