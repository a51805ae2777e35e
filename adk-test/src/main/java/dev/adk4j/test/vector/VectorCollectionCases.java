package dev.adk4j.test.vector;

import static dev.adk4j.vector.VectorErrorCode.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.adk4j.error.AdkException;
import dev.adk4j.vector.DistanceMetric;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorFeature;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of creating, dropping and renaming collections, and of missing ones. */
interface VectorCollectionCases extends VectorFixture {

  /** Returns true if reading a missing collection fails; false if it returns nothing. */
  boolean missingCollectionFails();

  @Test
  default void createsAndDropsCollections() throws Throwable {
    VectorDb.Schema schema = db().schema();
    assertThat(schema.hasCollection(COLLECTION)).isTrue();
    assertThat(schema.hasCollection("Other")).isFalse();
    supportedOrRefused(
        VectorFeature.COLLECTIONS,
        () -> {
          schema.createCollection(
              "Other", c -> c.vector(2, DistanceMetric.EUCLIDEAN).string("lang").index());
          assertThat(schema.hasCollection("Other")).isTrue();
          assertThat(schema.hasCollection("other")).isFalse();
          refused(
              E_VECTOR_STORE_COLLECTION_FAILED,
              () -> schema.createCollection("Other", c -> c.vector(2)));
          schema.createCollectionIfNotExists("Other", c -> c.vector(5));
          refused(
              E_VECTOR_STORE_DIMENSION_MISMATCH,
              () -> db().collection("Other").upsert(VectorRecord.ofVector("a", 1, 2, 3)));
          schema.dropCollection("Other");
          assertThat(schema.hasCollection("Other")).isFalse();
          refused(E_VECTOR_STORE_COLLECTION_FAILED, () -> schema.dropCollection("Other"));
          schema.dropCollectionIfExists("Other");
        });
  }

  @Test
  default void listsItsCollectionsOrRefuses() {
    try {
      assertThat(db().schema().collections())
          .filteredOn(collection -> collection.name().equals(COLLECTION))
          .singleElement()
          .satisfies(
              collection -> {
                assertThat(collection.records()).isNotNegative();
                assertThat(collection.dimensions()).isIn(0, dimensions());
              });
    } catch (AdkException e) {
      assertThat(e.errorCode()).isEqualTo(E_VECTOR_STORE_UNSUPPORTED_OPERATION);
    }
  }

  @Test
  default void requiresAVectorForACollection() {
    refused(
        E_INVALID_VECTOR_STORE_CONFIG,
        () -> db().schema().createCollection("x", c -> c.string("only")));
    refused(
        E_INVALID_VECTOR_STORE_CONFIG, () -> db().schema().createCollection("x", c -> c.vector(0)));
    assertThat(db().schema().hasCollection("x")).isFalse();
  }

  @Test
  default void keepsTheMetricOfEachCollection() {
    requires(VectorFeature.COLLECTIONS);
    for (DistanceMetric metric : DistanceMetric.values()) {
      String name = "m_" + metric.wire();
      db().schema().createCollection(name, c -> c.vector(2, metric));
      db().collection(name)
          .upsert(
              VectorRecord.ofVector("short", 1, 0),
              VectorRecord.ofVector("long", 9, 0.5f),
              VectorRecord.ofVector("back", -1, 0));
      List<VectorMatch> found = db().collection(name).nearVector(1, 0).select("id").fetch();
      assertThat(ids(found))
          .containsExactlyElementsOf(
              switch (metric) {
                case COSINE -> List.of("short", "long", "back");
                case DOT -> List.of("long", "short", "back");
                case EUCLIDEAN -> List.of("short", "back", "long");
              });
      assertThat(found.getFirst().score().orElseThrow())
          .isCloseTo(metric == DistanceMetric.DOT ? 1 / (1 + Math.exp(-9)) : 1, within(1e-6));
      db().schema().dropCollection(name);
    }
  }

  @Test
  default void keepsRecordsOfARenamedCollection() {
    if (!has(VectorFeature.RENAME)) {
      refused(
          E_VECTOR_STORE_UNSUPPORTED_OPERATION,
          () -> db().schema().renameCollection(COLLECTION, "Renamed"));
      return;
    }
    store(record("a", 1));
    VectorDb.Schema schema = db().schema();
    schema.renameCollection(COLLECTION, "Renamed");
    assertThat(schema.hasCollection(COLLECTION)).isFalse();
    assertThat(ids(db().collection("Renamed").nearText("cat"))).hasSize(1);
    refused(
        E_VECTOR_STORE_COLLECTION_FAILED, () -> schema.renameCollection(COLLECTION, "elsewhere"));
    schema.createCollection(COLLECTION, c -> c.vector(dimensions()));
    refused(E_VECTOR_STORE_COLLECTION_FAILED, () -> schema.renameCollection("Renamed", COLLECTION));
    assertThat(everything()).isEmpty();
    schema.dropCollection("Renamed");
  }

  @Test
  default void createsNoCollectionByReading() {
    if (missingCollectionFails()) {
      refusedWithOneOf(
          () -> ids(db().collection("missing").nearText("cat")),
          E_VECTOR_STORE_SEARCH_FAILED,
          E_VECTOR_STORE_COLLECTION_FAILED);
      refusedWithOneOf(
          () -> db().collection("missing").upsert(record("a", 1).build()),
          E_VECTOR_STORE_UPSERT_FAILED,
          E_VECTOR_STORE_COLLECTION_FAILED);
      refusedWithOneOf(
          () -> db().collection("missing").whereIn("id", List.of("a")).delete(),
          E_VECTOR_STORE_DELETE_FAILED,
          E_VECTOR_STORE_COLLECTION_FAILED);
    } else {
      assertThat(ids(db().collection("missing").nearText("cat"))).isEmpty();
      db().collection("missing").whereIn("id", List.of("a")).delete();
    }
    assertThat(db().schema().hasCollection("missing")).isFalse();
  }

  @Test
  default void refusesHostileCollectionNames() {
    store(record("a", 1));
    for (String name : Hostile.TEXTS) {
      try {
        ids(db().collection(name).nearText("cat"));
        db().schema().hasCollection(name);
        db().schema().dropCollectionIfExists(name);
      } catch (AdkException e) {
        assertThat(e.errorCode())
            .isIn(
                E_VECTOR_STORE_SEARCH_FAILED,
                E_VECTOR_STORE_COLLECTION_FAILED,
                E_VECTOR_STORE_UNSUPPORTED_OPERATION,
                E_VECTOR_STORE_QUERY_CONFLICT);
      }
    }
    assertThat(everything()).containsExactly("a");
  }
}
