package dev.adk4j.test.vector;

import static dev.adk4j.vector.VectorErrorCode.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorFeature;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorRecord;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of searches, scans, projections, pages and scores. */
interface VectorReadCases extends VectorFixture {

  @Test
  default void returnsTheNearestFirst() throws Throwable {
    if (!has(VectorFeature.VECTORS)) {
      refused(E_VECTOR_STORE_UNSUPPORTED_OPERATION, () -> ids(docs().nearVector(vector(1))));
      return;
    }
    store(record("a", 1, 0, 0), record("b", 0, 1, 0));
    List<VectorMatch> found = docs().nearVector(vector(1, 0.1f, 0)).select("id").limit(2).fetch();
    assertThat(ids(found)).containsExactly("a", "b");
    assertThat(found).allSatisfy(m -> assertThat(m.score().orElseThrow()).isBetween(0.0, 1.0));
  }

  @Test
  default void findsTheSameText() {
    docs()
        .upsert(VectorRecord.ofText("c", "cat"), VectorRecord.ofText("d", "the dog that ran away"));
    assertThat(ids(docs().nearText("cat").limit(1))).containsExactly("c");
  }

  @Test
  default void normalizesCosineScores() {
    requires(VectorFeature.VECTORS, VectorFeature.FULL_RANGE);
    store(record("east", 1, 0), record("north", 0, 2), record("west", -3, 0));
    List<VectorMatch> found = docs().nearVector(vector(5, 0)).select("id").fetch();
    assertThat(ids(found)).containsExactly("east", "north", "west");
    double[] expected = {1, 0.5, 0};
    for (int i = 0; i < expected.length; i++) {
      assertThat(found.get(i).score().orElseThrow()).isCloseTo(expected[i], within(1e-6));
    }
  }

  @Test
  default void scoresAZeroVectorAsOrthogonal() {
    requires(VectorFeature.VECTORS, VectorFeature.SCAN);
    store(record("east", 1), record("west", -1), record("zero", 0));
    List<VectorMatch> found = docs().nearVector(vector(1)).select("id").fetch();
    assertThat(ids(found)).containsExactly("east", "zero", "west");
    assertThat(found.get(1).score()).hasValue(0.5);
    List<VectorMatch> fromZero = docs().nearVector(vector(0)).select("id").fetch();
    assertThat(fromZero).hasSize(3).allSatisfy(m -> assertThat(m.score()).hasValue(0.5));
  }

  @Test
  default void refusesAReadWithoutSelect() {
    refused(E_VECTOR_STORE_PROJECTION_REQUIRED, () -> docs().nearText("cat").fetch());
    refused(E_VECTOR_STORE_PROJECTION_REQUIRED, () -> docs().where("a", 1).fetch());
  }

  @Test
  default void scansWithoutScores() throws Throwable {
    store(record("a", 1).metadata("k", "x"), record("b", 1).metadata("k", "y"));
    supportedOrRefused(
        VectorFeature.SCAN,
        () -> {
          List<VectorMatch> found = docs().where("k", "y").select("id").fetch();
          assertThat(ids(found)).containsExactly("b");
          assertThat(found.getFirst().score()).isEmpty();
        });
  }

  @Test
  default void returnsTheVectorOnlyIfSelected() throws Throwable {
    store(record("a", 1.25f, -0.5f, 3));
    assertThat(first(docs().nearText("cat").select("id", "document", "metadata")).vector())
        .isEmpty();
    supportedOrRefused(
        VectorFeature.READ_VECTORS,
        () ->
            assertThat(first(docs().nearText("cat").select("vector")).vector().orElseThrow())
                .containsExactly(vector(1.25f, -0.5f, 3)));
  }

  @Test
  default void returnsSelectedColumnsAndMetadataKeys() {
    store(record("a", 1).metadata("k", "x").metadata("l", 2).metadata("m", true));
    VectorMatch none = first(docs().nearText("cat").select());
    assertThat(none.id()).isEmpty();
    assertThat(none.document()).isEmpty();
    assertThat(none.metadata()).isEmpty();
    assertThat(none.score()).isPresent();
    VectorMatch some =
        first(docs().nearText("cat").select("score", "nonsense").selectMetadata("m", "missing"));
    assertThat(some.metadata()).hasValueSatisfying(m -> assertThat(m).containsOnlyKeys("m"));
    assertThat(first(docs().nearText("cat").selectMetadata()).metadata()).hasValue(Map.of());
    VectorMatch all =
        first(docs().nearText("cat").select("document").selectMetadata("m").select("metadata"));
    assertThat(all.metadata())
        .hasValueSatisfying(m -> assertThat(m).containsOnlyKeys("k", "l", "m"));
    assertThat(all.document()).hasValue("text of a");
  }

  @Test
  default void pagesByLimitAndOffset() {
    requires(VectorFeature.VECTORS);
    for (int i = 0; i < 12; i++) {
      store(record("r" + (char) ('a' + i), 10, i));
    }
    assertThat(ids(docs().nearVector(vector(1)))).hasSize(10).startsWith("ra", "rb", "rc");
    assertThat(ids(docs().nearVector(vector(1)).limit(3).offset(2)))
        .containsExactly("rc", "rd", "re");
    assertThat(ids(docs().nearVector(vector(1)).limit(5).offset(10))).containsExactly("rk", "rl");
    assertThat(ids(docs().nearVector(vector(1)).offset(100))).isEmpty();
    assertThat(ids(docs().nearVector(vector(1)).limit(0))).isEmpty();
    assertThat(ids(docs().nearVector(vector(1)).limit(Integer.MAX_VALUE).offset(11))).hasSize(1);
    if (has(VectorFeature.SCAN)) {
      assertThat(ids(docs().limit(500).offset(7))).hasSize(5);
    }
    conflicts(() -> docs().limit(-1));
    conflicts(() -> docs().offset(-1));
  }

  @Test
  default void ordersEqualScores() {
    requires(VectorFeature.VECTORS, VectorFeature.SCAN);
    for (String id : List.of("a", "b", "c", "d", "e")) {
      store(record(id, 1, 1));
    }
    store(record("b", 1, 1).metadata("again", true));
    assertThat(ids(docs().nearVector(vector(1, 0)).limit(4))).containsExactly("a", "b", "c", "d");
  }

  @Test
  default void appliesMinScore() {
    requires(VectorFeature.VECTORS);
    store(record("near", 1, 0), record("side", 0, 1), record("far", -1, 0));
    assertThat(ids(docs().nearVector(vector(1)).minScore(0.9))).containsExactly("near");
    assertThat(ids(docs().nearVector(vector(1)).minScore(0.4))).containsExactly("near", "side");
    assertThat(ids(docs().nearVector(vector(1)).minScore(0.4).offset(1))).containsExactly("side");
    conflicts(() -> ids(docs().minScore(0.5)));
    conflicts(() -> docs().minScore(1.5));
    conflicts(() -> docs().minScore(Double.NaN));
  }

  @Test
  default void filtersBeforeTheLimit() {
    for (int i = 0; i < 20; i++) {
      store(record("r" + i, 1, i).metadata("lang", i % 10 == 9 ? "fi" : "en").metadata("n", i));
    }
    assertThat(ids(docs().nearText("text").where("lang", "fi").limit(2)))
        .containsExactlyInAnyOrder("r9", "r19");
    assertThat(ids(docs().nearText("text").where("lang", "fi").where("n", "gt", 9)))
        .containsExactly("r19");
  }

  @Test
  default void comparesWithAStoredVector() throws Throwable {
    store(record("a", 1, 0), record("b", 1, 1), record("c", -1, 0));
    supportedOrRefused(
        VectorFeature.NEAR_ID,
        () -> {
          assertThat(ids(docs().nearId("a"))).containsExactly("a", "b", "c");
          store(VectorRecord.builder("empty"));
          refused(E_VECTOR_STORE_SEARCH_FAILED, () -> ids(docs().nearId("nobody")));
          refused(E_VECTOR_STORE_SEARCH_FAILED, () -> ids(docs().nearId("empty")));
        });
  }

  @Test
  default void refusesASecondNearClauseAtTheCall() {
    var query = docs().nearText("cat");
    conflicts(() -> query.nearId("a"));
  }

  @Test
  default void refusesAQueryVectorOfAnotherLength() {
    conflicts(() -> docs().nearVector());
    conflicts(() -> docs().nearVector(vector(Float.NaN)));
    conflicts(() -> docs().nearVector(new double[] {1e300, 0, 0}));
    conflicts(() -> docs().nearText("  \n"));
    if (has(VectorFeature.VECTORS)) {
      store(record("a", 1));
      refused(
          E_VECTOR_STORE_DIMENSION_MISMATCH,
          () -> ids(docs().nearVector(new float[dimensions() + 1])));
    }
  }

  @Test
  default void requiresAnEncoderForText() {
    if (has(VectorFeature.BUILT_IN_ENCODING)) {
      return;
    }
    VectorDb plain = VectorDb.of(backend());
    refused(
        E_VECTOR_STORE_ENCODER_REQUIRED, () -> ids(plain.collection(COLLECTION).nearText("cat")));
    refused(
        E_VECTOR_STORE_ENCODER_REQUIRED,
        () -> plain.collection(COLLECTION).upsert(VectorRecord.ofText("a", "cat")));
    plain.collection(COLLECTION).upsert(record("a", 1).build());
    assertThat(ids(plain.collection(COLLECTION).nearVector(vector(1)))).hasSize(1);
  }

  @Test
  default void skipsRecordsWithoutAVector() throws Throwable {
    store(record("a", 1));
    supportedOrRefused(
        VectorFeature.VECTORLESS_RECORDS,
        () -> {
          store(
              VectorRecord.builder("b").metadata("k", 1), VectorRecord.builder("c").document(" "));
          assertThat(ids(docs().nearText("cat"))).containsExactly("a");
          assertThat(everything()).containsExactly("a", "b", "c");
        });
  }
}
