package dev.adk4j.springai.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorErrorCode;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.springframework.ai.document.Document;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.ai.vectorstore.filter.Filter;

class SpringAiVectorDetailsTests {

  private final FakeStore store = new FakeStore();

  private VectorDb db(SpringAiVectorBackend.Builder builder) {
    return VectorDb.of(builder.build());
  }

  private SpringAiVectorBackend.Builder builder() {
    return SpringAiVectorBackend.builder(Map.of("docs", store));
  }

  private static void refused(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(AdkException.class, e -> assertThat(e.errorCode()).isEqualTo(code));
  }

  private static Document row(String id, double score, Map<String, Object> metadata) {
    return Document.builder().id(id).text("text").metadata(metadata).score(score).build();
  }

  @Test
  void sizeThresholdAndOffsetAreAlwaysSaid() {
    store.rows = List.of(row("a", 0.9, Map.of()), row("b", 0.8, Map.of()), row("c", 0.7, Map.of()));
    List<VectorMatch> found =
        db(builder()).collection("docs").nearText("x").select("id").limit(1).offset(1).fetch();
    assertThat(found).extracting(m -> m.id().orElseThrow()).containsExactly("b");
    assertThat(store.request.getTopK()).isEqualTo(2);
    assertThat(store.request.getSimilarityThreshold()).isZero();
    assertThat(store.request.getQuery()).isEqualTo("x");
  }

  @Test
  void scoresAreBroughtIntoRange() {
    store.rows =
        List.of(row("a", 1.5, Map.of()), row("b", -0.5, Map.of()), row("c", Double.NaN, Map.of()));
    assertThat(scores(builder())).containsExactly(1.0, 0.0, 0.0);
    assertThat(scores(builder().scores(SpringAiVectorBackend.Scores.COSINE)))
        .containsExactly(1.0, 0.25, 0.0);
  }

  private List<Double> scores(SpringAiVectorBackend.Builder builder) {
    return db(builder).collection("docs").nearText("x").select().fetch().stream()
        .map(m -> m.score().orElseThrow())
        .toList();
  }

  @Test
  void rowsAreCheckedAgainAndOwnEntriesAreTakenOut() {
    store.rows =
        List.of(
            row("a", 0.9, Map.of("k", "x", "distance", 0.1, "__adk_id", "original")),
            row("b", 0.8, Map.of("k", "y")));
    List<VectorMatch> found =
        db(builder())
            .collection("docs")
            .nearText("x")
            .where("k", "x")
            .select("id", "metadata", "document")
            .fetch();
    assertThat(found).extracting(m -> m.id().orElseThrow()).containsExactly("original");
    assertThat(found.getFirst().metadata()).hasValue(Map.of("k", "x"));
  }

  @Test
  void refusesUnsupportedFiltersWithoutOverFetching() {
    store.rows =
        List.of(row("a", 0.9, Map.of("k", "xy", "n", 1)), row("b", 0.8, Map.of("k", "z", "n", 1)));
    refused(
        VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR,
        () ->
            db(builder())
                .collection("docs")
                .nearText("x")
                .where("k", "contains", "x")
                .select("id")
                .fetch());
    VectorDb over = db(builder().overFetch(200));
    assertThat(
            over.collection("docs")
                .nearText("x")
                .where("k", "contains", "x")
                .where("n", 1)
                .select("id")
                .fetch())
        .extracting(m -> m.id().orElseThrow())
        .containsExactly("a");
    assertThat(store.request.getTopK()).isEqualTo(200);
    assertThat(String.valueOf(store.request.getFilterExpression()))
        .contains("n")
        .doesNotContain("xy");
    refused(
        VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR,
        () -> over.collection("docs").where("k", "contains", "x").delete());
    assertThat(store.log).isEmpty();
  }

  @Test
  void replacesRecordsByTheStoresMethod() {
    VectorRecord record =
        VectorRecord.builder("a").document("d").metadata("k", null).metadata("n", 1).build();
    db(builder()).collection("docs").upsert(record);
    db(builder().replacement(SpringAiVectorBackend.Replacement.DELETE_THEN_ADD))
        .collection("docs")
        .upsert(record);
    assertThat(store.log).containsExactly("add a {n=1}", "delete [a]", "add a {n=1}");
  }

  @Test
  void convertsIdsToUuidsIfTheStoreNeedsThem() {
    VectorDb db = db(builder().ids(SpringAiVectorBackend.Ids.NAME_UUID));
    db.collection("docs").upsert(VectorRecord.ofText("free form", "d"));
    db.collection("docs").whereIn("id", List.of("free form")).delete();
    String uuid = SpringAiVectorBackend.Ids.NAME_UUID.of("free form");
    assertThat(store.log)
        .containsExactly("add " + uuid + " {__adk_id=free form}", "delete [" + uuid + "]");
  }

  @Test
  void reservedKeysAreRefused() {
    for (String key : List.of("distance", "__adk_id")) {
      refused(
          VectorErrorCode.E_INVALID_VECTOR_RECORD,
          () ->
              db(builder())
                  .collection("docs")
                  .upsert(VectorRecord.builder("a").document("d").metadata(key, 1).build()));
    }
    assertThat(store.log).isEmpty();
  }

  @Test
  void storesErrorsAreTheCause() {
    store.failure = new IllegalStateException("down");
    VectorDb db = db(builder());
    refused(
        VectorErrorCode.E_VECTOR_STORE_SEARCH_FAILED,
        () -> db.collection("docs").nearText("x").select().fetch());
    refused(
        VectorErrorCode.E_VECTOR_STORE_UPSERT_FAILED,
        () -> db.collection("docs").upsert(VectorRecord.ofText("a", "d")));
    assertThatThrownBy(() -> db.collection("docs").whereIn("id", List.of("a")).delete())
        .hasCause(store.failure)
        .isInstanceOfSatisfying(
            AdkException.class,
            e -> assertThat(e.errorCode()).isEqualTo(VectorErrorCode.E_VECTOR_STORE_DELETE_FAILED));
  }

  @Test
  void reportsAStoreWithoutDeleteByFilter() {
    VectorDb db = db(builder().deleteByFilter(false));
    refused(
        VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_OPERATION,
        () -> db.collection("docs").where("k", 1).delete());
    db(builder()).collection("docs").where("k", 1).delete();
    db(builder()).collection("docs").whereIn("k", List.of()).delete();
    assertThat(store.log).containsExactly("delete by filter");
  }

  @Test
  void bridgeAnswersOnlyInsideACall() {
    BridgingEmbeddingModel bridge = new BridgingEmbeddingModel(2);
    assertThatThrownBy(() -> bridge.embed("text")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> bridge.embed(new Document("text")))
        .isInstanceOf(IllegalStateException.class);
    assertThat(bridge.dimensions()).isEqualTo(2);
    assertThat(bridge.withQuery(new float[] {1, 2}, () -> bridge.embed("any")))
        .containsExactly(1, 2);
    assertThatThrownBy(() -> bridge.embed("text")).isInstanceOf(IllegalStateException.class);
  }

  /** Keeps what it was asked, and answers with what it was given. */
  private static final class FakeStore implements VectorStore {

    List<Document> rows = List.of();
    SearchRequest request;
    final List<String> log = new ArrayList<>();
    RuntimeException failure;

    @Override
    public void add(List<Document> documents) {
      fail();
      documents.forEach(d -> log.add("add " + d.getId() + " " + d.getMetadata()));
    }

    @Override
    public void delete(List<String> ids) {
      fail();
      log.add("delete " + ids);
    }

    @Override
    public void delete(Filter.Expression filter) {
      fail();
      log.add("delete by filter");
    }

    @Override
    public List<Document> similaritySearch(SearchRequest request) {
      fail();
      this.request = request;
      return rows;
    }

    private void fail() {
      if (failure != null) {
        throw failure;
      }
    }
  }
}
