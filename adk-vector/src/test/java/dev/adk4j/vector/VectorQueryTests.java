package dev.adk4j.vector;

import static dev.adk4j.harness.Failures.assertFails;
import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the plans that the builder passes to a backend. */
class VectorQueryTests {

  private static final VectorFilter A = VectorFilter.eq("a", 1);
  private static final VectorFilter B = VectorFilter.eq("b", 2);
  private static final VectorFilter C = VectorFilter.eq("c", 3);

  private final RecordingBackend backend = new RecordingBackend();
  private final VectorDb db =
      VectorDb.builder(backend).encoder((texts, kind) -> encode(texts)).encodeChunk(2).build();
  private final List<Integer> chunks = new ArrayList<>();

  private List<float[]> encode(List<String> texts) {
    chunks.add(texts.size());
    return texts.stream().map(t -> new float[] {t.length(), 1}).toList();
  }

  private VectorFilter filterOf(VectorQuery query) {
    query.select().fetch();
    return backend.searches.getLast().filter();
  }

  @Test
  void compilesConditionsToATree() {
    assertThat(filterOf(db.collection("x"))).isNull();
    assertThat(filterOf(db.collection("x").where("a", 1))).isEqualTo(VectorFilter.and(A));
    assertThat(filterOf(db.collection("x").orWhere("a", 1))).isEqualTo(VectorFilter.and(A));
    assertThat(filterOf(db.collection("x").orWhere("a", 1).orWhere("b", 2)))
        .isEqualTo(VectorFilter.or(VectorFilter.and(A), VectorFilter.and(B)));
    VectorFilter aAndBOrC = VectorFilter.or(VectorFilter.and(A, B), VectorFilter.and(C));
    assertThat(filterOf(db.collection("x").where("a", 1).where("b", 2).orWhere("c", 3)))
        .isEqualTo(aAndBOrC);
    assertThat(filterOf(db.collection("x").where("a", 1).orWhere("c", 3).where("b", 2)))
        .isEqualTo(aAndBOrC);
    assertThat(filterOf(db.collection("x").orWhere("c", 3).where("a", 1).where("b", 2)))
        .isEqualTo(aAndBOrC);
  }

  @Test
  void keepsGroupsAsOneCondition() {
    assertThat(filterOf(db.collection("x").orWhere(g -> g.whereNot(h -> h.where("a", 1)))))
        .isEqualTo(VectorFilter.and(VectorFilter.and(VectorFilter.not(VectorFilter.and(A)))));
    assertThat(
            filterOf(
                db.collection("x")
                    .where(g -> {})
                    .orWhere(g -> {})
                    .whereNot(g -> {})
                    .orWhereNot(g -> {})))
        .isNull();
    assertThat(
            filterOf(db.collection("x").where("a", 1).where(g -> g.where("b", 2).orWhere("c", 3))))
        .isEqualTo(VectorFilter.and(A, VectorFilter.or(VectorFilter.and(B), VectorFilter.and(C))));
    assertThat(filterOf(db.collection("x").whereFilter(VectorFilter.or(A, B)).where("c", 3)))
        .isEqualTo(VectorFilter.and(VectorFilter.or(A, B), C));
  }

  @Test
  void compilesEachVerbToItsCondition() {
    Map<String, Object> equal = new LinkedHashMap<>();
    equal.put("a", 1);
    equal.put("b", 2);
    assertThat(filterOf(db.collection("x").where(equal))).isEqualTo(VectorFilter.and(A, B));
    assertThat(filterOf(db.collection("x").where("a", "gt")))
        .isEqualTo(VectorFilter.and(VectorFilter.eq("a", "gt")));
    assertThat(
            filterOf(
                db.collection("x")
                    .whereNot("a", 1)
                    .whereIn("b", List.of(2))
                    .whereNotIn("c", List.of(3))
                    .whereNull("d")
                    .whereExists("e")
                    .orWhereNot("f", 4)))
        .isEqualTo(
            VectorFilter.or(
                VectorFilter.and(
                    VectorFilter.ne("a", 1),
                    VectorFilter.in("b", List.of(2)),
                    VectorFilter.nin("c", List.of(3)),
                    VectorFilter.exists("d", false),
                    VectorFilter.exists("e", true)),
                VectorFilter.and(VectorFilter.ne("f", 4))));
  }

  @Test
  void acceptsOneNameForEachOperator() {
    for (FilterOperator operator : FilterOperator.values()) {
      assertThat(FilterOperator.fromWire(operator.wire())).isEqualTo(operator);
    }
    for (String other : List.of("=", "==", "===", "!=", "<>", "!==", ">", ">=", "<", "<=", "EQ")) {
      assertFails(
          VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR,
          () -> FilterOperator.fromWire(other));
    }
  }

  @Test
  void readsTenRowsFromTheFirstByDefault() {
    db.collection("x").nearVector(1, 2).select("id").fetch();
    assertThat(backend.searches.getLast())
        .isEqualTo(
            new SearchPlan(
                "x",
                new Near.Vector(new float[] {1, 2}),
                null,
                10,
                0,
                new SearchPlan.Projection(true, false, false, false, null),
                0));
  }

  @Test
  void skipsTheBackendForZeroRows() {
    assertThat(db.collection("x").nearText("text").select().limit(0).fetch()).isEmpty();
    assertThat(backend.searches).isEmpty();
    assertThat(chunks).isEmpty();
    assertFails(
        VectorErrorCode.E_VECTOR_STORE_RAW_BINDING_MISMATCH,
        () -> db.collection("x").whereRaw("?").select().limit(0).fetch());
  }

  @Test
  void checksTheProjectionFirst() {
    assertFails(
        VectorErrorCode.E_VECTOR_STORE_PROJECTION_REQUIRED,
        () -> db.collection("x").whereRaw("?").fetch());
  }

  @Test
  void encodesTextsWithoutVectorInChunks() {
    db.collection("x")
        .upsert(
            VectorRecord.ofText("a", "one"),
            VectorRecord.ofVector("b", 7, 7),
            VectorRecord.ofText("c", "four"),
            VectorRecord.ofText("blank", " \n"),
            VectorRecord.builder("both").vector(8, 8).document("kept").build(),
            VectorRecord.ofText("d", "three"));
    assertThat(chunks).containsExactly(2, 1);
    assertThat(backend.upserts.getLast().records())
        .extracting(r -> r.vector().map(v -> v[0]).orElse(-1f))
        .containsExactly(3f, 7f, 4f, -1f, 8f, 5f);
  }

  @Test
  void checksTheResultOfTheEncoder() {
    assertFails(
        VectorErrorCode.E_VECTOR_STORE_UPSERT_FAILED, () -> upsertWith((t, k) -> List.of()));
    assertFails(VectorErrorCode.E_VECTOR_STORE_UPSERT_FAILED, () -> upsertWith((t, k) -> null));
    assertFails(
        VectorErrorCode.E_VECTOR_STORE_UPSERT_FAILED,
        () -> upsertWith((t, k) -> List.of(new float[0], new float[0])));
    assertFails(
        VectorErrorCode.E_VECTOR_STORE_UPSERT_FAILED,
        () -> upsertWith((t, k) -> List.of(new float[] {1}, new float[] {Float.NaN})));
    assertFails(
        VectorErrorCode.E_VECTOR_STORE_DIMENSION_MISMATCH,
        () -> upsertWith((t, k) -> List.of(new float[] {1}, new float[] {1, 2})));
    IllegalStateException cause = new IllegalStateException("model is down");
    assertThatThrownBy(() -> upsertWith((t, k) -> raise(cause))).hasCause(cause);
    AdkException typed = VectorErrors.connectionFailed("typed", null);
    assertThatThrownBy(() -> upsertWith((t, k) -> raise(typed))).isSameAs(typed);
    assertThat(backend.upserts).isEmpty();
  }

  private void upsertWith(VectorEncoder encoder) {
    VectorDb.builder(backend)
        .encoder(encoder)
        .build()
        .collection("x")
        .upsert(VectorRecord.ofText("a", "one"), VectorRecord.ofText("b", "two"));
  }

  @Test
  void tellsTheEncoderTheKind() {
    List<String> asked = new ArrayList<>();
    VectorEncoder encoder =
        (texts, kind) -> {
          texts.forEach(t -> asked.add(kind + " " + t));
          return texts.stream().map(t -> new float[] {1}).toList();
        };
    VectorDb prefixed =
        VectorDb.builder(backend).encoder(encoder.withPrefixes("query: ", "")).build();
    prefixed.collection("x").upsert(VectorRecord.ofText("a", "passage"));
    prefixed.collection("x").nearText("question").select().fetch();
    assertThat(asked).containsExactly("DOCUMENT passage", "QUERY query: question");
  }

  @Test
  void deletesByIdsOnlyWithoutOtherConditions() {
    db.collection("x").whereIn("id", List.of("a", "b")).delete();
    assertThat(backend.deletes.getLast().target())
        .isEqualTo(new DeletePlan.Target.Ids(List.of("a", "b")));
    db.collection("x").whereIn("id", List.of("a")).orWhere("k", 1).delete();
    assertThat(backend.deletes.getLast().target()).isInstanceOf(DeletePlan.Target.Matching.class);
    db.collection("x").whereIn("id", List.of("a")).where("k", 1).delete();
    assertThat(backend.deletes.getLast().target()).isInstanceOf(DeletePlan.Target.Matching.class);
    db.collection("x").whereIn("id", List.of()).delete();
    assertThat(backend.deletes.getLast().target()).isInstanceOf(DeletePlan.Target.Matching.class);
    db.collection("x").deleteAll();
    assertThat(backend.deletes.getLast().target()).isEqualTo(new DeletePlan.Target.Everything());
  }

  @Test
  void refusesADeleteWithAnAlwaysTrueFilter() {
    int before = backend.deletes.size();
    for (VectorFilter filter :
        List.of(
            VectorFilter.and(),
            VectorFilter.not(VectorFilter.or()),
            VectorFilter.or(A, VectorFilter.nin("k", List.of())),
            VectorFilter.ne("id", 5),
            VectorFilter.not(VectorFilter.in("id", List.of(1, 2))))) {
      assertFails(
          VectorErrorCode.E_VECTOR_STORE_QUERY_CONFLICT,
          () -> db.collection("x").whereFilter(filter).delete());
    }
    assertThat(backend.deletes).hasSize(before);
  }

  @Test
  void prefersTheConsistencyOfTheQuery() {
    VectorDb eventual =
        VectorDb.builder(backend).consistency(VectorDb.Consistency.EVENTUAL).build();
    VectorRecord record = VectorRecord.ofVector("a", 1);
    eventual.collection("x").upsert(record);
    assertThat(backend.upserts.getLast().consistency()).isEqualTo(VectorDb.Consistency.EVENTUAL);
    eventual.collection("x").consistency(VectorDb.Consistency.STRONG).upsert(record);
    assertThat(backend.upserts.getLast().consistency()).isEqualTo(VectorDb.Consistency.STRONG);
    db.collection("x").upsert(record);
    assertThat(backend.upserts.getLast().consistency()).isNull();
  }

  @Test
  void checksTheConfigurationWhenBuilding() {
    assertFails(
        VectorErrorCode.E_INVALID_VECTOR_STORE_CONFIG, () -> VectorDb.builder(() -> null).build());
    assertFails(
        VectorErrorCode.E_INVALID_VECTOR_STORE_CONFIG,
        () -> VectorDb.builder(() -> raise(new IllegalStateException("no driver"))).build());
    assertFails(
        VectorErrorCode.E_INVALID_VECTOR_STORE_CONFIG,
        () -> VectorDb.builder(backend).encodeChunk(0).build());
    backend.available = false;
    assertFails(VectorErrorCode.E_VECTOR_STORE_DRIVER_UNAVAILABLE, () -> VectorDb.of(backend));
  }

  @Test
  void countsPlaceholdersAsTheDatabaseDoes() {
    Map<String, Integer> counts =
        Map.ofEntries(
            Map.entry("a = ? and b = ?", 2),
            Map.entry("a ?? 'k' and b = ?", 1),
            Map.entry("a = '?' and b = ?", 1),
            Map.entry("a = 'it''s ?' and b = ?", 1),
            Map.entry("a = E'it\\'s ?' and b = ?", 1),
            Map.entry("name = 'x\\' and b = ?", 1),
            Map.entry("\"odd ? name\" = ?", 1),
            Map.entry("a = ? -- why?\n and b = ?", 2),
            Map.entry("a = ? /* why /* ? */ ? */ and b = ?", 2),
            Map.entry("a = $tag$ ? $$ ? $tag$ and b = ?", 1),
            Map.entry("a = $$ ? $$ and b = ?", 1),
            Map.entry("a = $1 and b = ?", 1),
            Map.entry("a - ? / ?", 2),
            Map.entry("", 0));
    counts.forEach((sql, count) -> assertThat(RawSql.placeholders(sql)).as(sql).isEqualTo(count));
  }

  /** Remembers plans. */
  private static final class RecordingBackend implements VectorBackend {

    final List<SearchPlan> searches = new ArrayList<>();
    final List<UpsertPlan> upserts = new ArrayList<>();
    final List<DeletePlan> deletes = new ArrayList<>();
    boolean available = true;

    @Override
    public String name() {
      return "recording";
    }

    @Override
    public Capabilities capabilities() {
      return Capabilities.of();
    }

    @Override
    public boolean isAvailable() {
      return available;
    }

    @Override
    public List<VectorMatch> search(SearchPlan plan) {
      searches.add(plan);
      return List.of();
    }

    @Override
    public void upsert(UpsertPlan plan) {
      upserts.add(plan);
    }

    @Override
    public void delete(DeletePlan plan) {
      deletes.add(plan);
    }

    @Override
    public void createCollection(CollectionSpec spec, boolean ifNotExists) {}

    @Override
    public void dropCollection(String collection, boolean ifExists) {}

    @Override
    public boolean hasCollection(String collection) {
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a) or (true",
        "true) --",
        "(a = 1",
        "a = 'open",
        "a = \"open",
        "a = 1; delete from docs",
        "a = $x$ open",
        "a /* open",
        "a[1)",
        "a = 1]"
      })
  void refusesAnIncompleteRawFragmentBeforeSending(String sql) {
    assertFails(
            VectorErrorCode.E_VECTOR_STORE_QUERY_CONFLICT,
            () ->
                VectorDb.of(new InMemoryVectorBackend())
                    .collection("docs")
                    .whereRaw(sql)
                    .select("id")
                    .fetch())
        .hasMessageContaining("one expression");
  }
}
