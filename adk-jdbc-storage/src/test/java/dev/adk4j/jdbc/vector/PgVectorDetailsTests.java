package dev.adk4j.jdbc.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.jdbc.RoundTrips;
import dev.adk4j.vector.CollectionSpec;
import dev.adk4j.vector.DistanceMetric;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorErrorCode;
import dev.adk4j.vector.VectorFilter;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorMigration;
import dev.adk4j.vector.VectorMigrator;
import dev.adk4j.vector.VectorQuery;
import dev.adk4j.vector.VectorRecord;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

abstract class PgVectorDetailsTests {

  private static final String NAME = "details";

  abstract DataSource dataSource();

  private VectorDb db;
  private JdbcTemplate jdbc;

  @BeforeEach
  void freshCollection() {
    db = VectorDb.of(PgVectorBackend.of(dataSource()));
    jdbc = new JdbcTemplate(dataSource());
    create(c -> c.vector(3));
  }

  private void create(Consumer<CollectionSpec.Builder> definition) {
    db.schema().dropCollectionIfExists(NAME);
    db.schema().createCollection(NAME, definition);
  }

  private VectorQuery docs() {
    return db.collection(NAME);
  }

  private static List<String> ids(VectorQuery query) {
    return ids(query.select("id").fetch());
  }

  private static List<String> ids(List<VectorMatch> matches) {
    return matches.stream().map(m -> m.id().orElseThrow()).toList();
  }

  private List<String> indexes() {
    return jdbc.queryForList(
        "select indexdef from pg_indexes where tablename = ? and indexdef like '%hnsw%'",
        String.class, NAME);
  }

  private static VectorRecord counted(String id, int n, float... vector) {
    return VectorRecord.builder(id).vector(vector).metadata("n", n).build();
  }

  /** Another process makes it anew. */
  private static VectorQuery anew(VectorDb other, Consumer<CollectionSpec.Builder> definition) {
    other.schema().dropCollection(NAME);
    other.schema().createCollection(NAME, definition);
    return other.collection(NAME);
  }

  private static void refused(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call).matches(e -> AdkException.is(e, code));
  }

  @Test
  void rawFragmentsBindEachPlaceholderToItsOwnValue() {
    docs()
        .upsert(
            VectorRecord.builder("a").vector(1, 0, 0).document("x").metadata("n", 1).build(),
            VectorRecord.builder("b").vector(1, 0, 0).document("y").metadata("n", 2).build(),
            counted("c", 3, 1, 0, 0));
    assertThat(ids(docs().whereRaw("document = ? or (metadata ->> 'n')::int = ?", "x", 2)))
        .containsExactly("a", "b");
    assertThat(
            ids(
                docs()
                    .nearVector(1, 0, 0)
                    .whereRaw("metadata ?? 'n' and id <> ? -- '?'", "b")
                    .where("n", "lt", 3)))
        .containsExactly("a");
    assertThat(ids(docs().whereNot(g -> g.whereRaw("document = ?", "x"))))
        .containsExactly("b", "c");
    docs().whereRaw(new VectorFilter.Raw("pgvector", "document is null", List.of())).delete();
    assertThat(ids(docs())).containsExactly("a", "b");
    refused(
        VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_OPERATION,
        () ->
            docs()
                .whereRaw(new VectorFilter.Raw("sql", List.of(), List.of()))
                .select("id")
                .fetch());
    refused(
        VectorErrorCode.E_VECTOR_STORE_SEARCH_FAILED,
        () -> docs().whereRaw("no such thing").select("id").fetch());
    refused(
        VectorErrorCode.E_VECTOR_STORE_DELETE_FAILED, () -> docs().whereRaw("1 / 0 = 1").delete());
  }

  @Test
  void driverErrorsCarryTheirCause() {
    assertThatThrownBy(() -> docs().whereRaw("nonsense()").select("id").fetch())
        .isInstanceOf(AdkException.class)
        .hasCauseInstanceOf(SQLException.class);
  }

  @Test
  void metricAndDimensionsSurviveARestart() {
    create(c -> c.vector(2, DistanceMetric.EUCLIDEAN));
    VectorDb restarted = VectorDb.of(PgVectorBackend.of(dataSource()));
    restarted.collection(NAME).upsert(VectorRecord.ofVector("a", 3, 4));
    assertThat(
            restarted
                .collection(NAME)
                .nearVector(0, 0)
                .select("id")
                .fetch()
                .getFirst()
                .score()
                .orElseThrow())
        .isCloseTo(1.0 / 6, within(1e-9));
    refused(
        VectorErrorCode.E_VECTOR_STORE_DIMENSION_MISMATCH,
        () -> restarted.collection(NAME).nearVector(1).select().fetch());
  }

  /** A gate: by what the driver's socket counts. */
  @Test
  void searchesAKnownCollectionInOneRoundTrip() {
    docs().upsert(VectorRecord.ofVector("a", 1, 0, 0), VectorRecord.ofVector("b", 0, 1, 0));
    docs().select("id").fetch();
    List<VectorQuery> searches =
        List.of(
            docs().nearVector(1, 0, 0).select("id"),
            docs().nearVector(0, 0, 0).select("id"),
            docs().nearVector(1, 0, 0).select("id").limit(5_000),
            docs().nearVector(1, 0, 0).where("id", "a").select("id"),
            docs().select("id"));

    for (VectorQuery search : searches) {
      long before = RoundTrips.count();
      assertThat(search.fetch().getFirst().id()).contains("a");
      assertThat(RoundTrips.count() - before).isEqualTo(1);
    }
  }

  @Test
  void searchesACollectionRecreatedByAnotherProcess() {
    VectorDb other = VectorDb.of(PgVectorBackend.of(dataSource()));
    docs().upsert(VectorRecord.ofVector("old", 1, 0, 0));
    assertThat(ids(docs().nearVector(1, 0, 0))).hasSize(1);

    anew(other, c -> c.vector(3, DistanceMetric.EUCLIDEAN))
        .upsert(VectorRecord.ofVector("new", 3, 4, 0));
    VectorMatch found = docs().nearVector(0, 0, 0).select("id").fetch().getFirst();
    assertThat(found.id()).contains("new");
    assertThat(found.score().orElseThrow()).isCloseTo(1.0 / 6, within(1e-9));

    anew(other, c -> c.vector(2)).upsert(VectorRecord.ofVector("shorter", 1, 0));
    assertThat(ids(docs().nearVector(1, 0))).containsExactly("shorter");
    refused(
        VectorErrorCode.E_VECTOR_STORE_DIMENSION_MISMATCH,
        () -> docs().nearVector(1, 0, 0).select().fetch());

    other.schema().dropCollection(NAME);
    assertThatThrownBy(() -> docs().nearVector(1, 0).select("id").fetch())
        .isInstanceOf(AdkException.class)
        .hasMessageContaining("There is no collection '" + NAME + "'");
    refused(VectorErrorCode.E_VECTOR_STORE_SEARCH_FAILED, () -> docs().select("id").fetch());
  }

  @Test
  void settingsOfASearchEndWithIt() {
    docs().upsert(VectorRecord.ofVector("a", 1, 0, 0));
    docs().select("id").fetch();
    String before = jdbc.queryForObject("select current_setting('hnsw.ef_search')", String.class);

    docs().nearVector(1, 0, 0).select("id").limit(500).fetch();

    assertThat(jdbc.queryForObject("select current_setting('hnsw.ef_search')", String.class))
        .isEqualTo(before)
        .isNotEqualTo("500");
  }

  @Test
  void oldNameGetsAnIndexOfItsOwnAfterARename() {
    db.schema().dropCollectionIfExists("details_old");
    db.schema().renameCollection(NAME, "details_old");
    db.schema().createCollection(NAME, c -> c.vector(3));
    assertThat(indexes()).hasSize(1);
    db.schema().dropCollection("details_old");
  }

  @Test
  void moreThanTwoThousandDimensionsGetNoIndexAndStillWork() {
    create(c -> c.vector(2001));
    float[] vector = new float[2001];
    vector[2000] = 1;
    docs().upsert(VectorRecord.ofVector("a", vector));
    assertThat(docs().nearVector(vector).select("id").fetch().getFirst().score()).hasValue(1);
    assertThat(indexes()).isEmpty();
  }

  @Test
  void indexOfADeclaredFieldServesItsConditions() {
    create(
        c -> {
          c.vector(3);
          c.string("it's.deep").index();
          c.string("plain").nullable();
        });
    docs()
        .upsert(
            VectorRecord.builder("a")
                .vector(1, 0, 0)
                .metadata("it's", Map.of("deep", "x"))
                .build());
    assertThat(ids(docs().where("it's.deep", "x"))).containsExactly("a");
    String plan =
        new TransactionTemplate(new DataSourceTransactionManager(dataSource()))
            .execute(
                status -> {
                  jdbc.execute("set local enable_seqscan = off");
                  return String.join(
                      "\n",
                      jdbc.queryForList(
                          "explain select id from details where ((metadata #> array['it''s','deep']) = cast('\"x\"' as jsonb))",
                          String.class));
                });
    assertThat(plan).contains("details_expr_idx");
  }

  @Test
  void textsPostgresCannotHoldAreRefusedByName() {
    for (String text : List.of("a\u0000b", "half \ud83d", "\ude00 other half")) {
      VectorRecord good = VectorRecord.ofVector("good", 1, 0, 0);
      for (VectorRecord bad :
          List.of(
              VectorRecord.ofVector(text, 1, 0, 0),
              VectorRecord.builder("b").vector(1, 0, 0).document(text).build(),
              VectorRecord.builder("b").vector(1, 0, 0).metadata("k", List.of(text)).build(),
              VectorRecord.builder("b").vector(1, 0, 0).metadata(text, 1).build())) {
        refused(VectorErrorCode.E_INVALID_VECTOR_RECORD, () -> docs().upsert(good, bad));
      }
      assertThat(ids(docs())).isEmpty();
      docs().upsert(VectorRecord.builder("a").vector(1, 0, 0).metadata("k", "v").build());
      assertThat(ids(docs().where("k", text))).isEmpty();
      assertThat(ids(docs().where(text, "v"))).isEmpty();
      assertThat(ids(docs().whereNot("k", text))).hasSize(1);
      assertThat(ids(docs().whereNot(text, "v"))).hasSize(1);
      assertThat(ids(docs().whereIn("k", List.of(text, "v")))).hasSize(1);
      refused(
          VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR,
          () -> docs().where("k", "gt", text).select("id").fetch());
      docs().whereIn("id", List.of(text)).delete();
      docs().deleteAll();
    }
  }

  @Test
  void failureInsideABatchWritesNothing() {
    jdbc.execute("alter table details add constraint short check (length(document) < 10)");
    List<VectorRecord> records = new ArrayList<>();
    for (int i = 0; i < 1200; i++) {
      records.add(
          VectorRecord.builder("r" + i)
              .vector(1, i, 0)
              .document(i == 1100 ? "much too long" : "ok")
              .build());
    }
    refused(VectorErrorCode.E_VECTOR_STORE_UPSERT_FAILED, () -> docs().upsert(records));
    assertThat(ids(docs())).isEmpty();
    records.remove(1100);
    docs().upsert(records);
    assertThat(docs().select("id").limit(5000).fetch()).hasSize(1199);
  }

  @Test
  void springTransactionIsJoined() {
    TransactionTemplate transaction =
        new TransactionTemplate(new DataSourceTransactionManager(dataSource()));
    transaction.executeWithoutResult(
        status -> {
          docs().upsert(VectorRecord.ofVector("a", 1, 0, 0));
          refused(
              VectorErrorCode.E_VECTOR_STORE_SEARCH_FAILED,
              () -> docs().whereRaw("nonsense").select("id").fetch());
          assertThat(ids(docs())).hasSize(1);
          status.setRollbackOnly();
        });
    assertThat(ids(docs())).isEmpty();
    transaction.executeWithoutResult(status -> docs().upsert(VectorRecord.ofVector("b", 1, 0, 0)));
    assertThat(ids(docs())).containsExactly("b");
  }

  @Test
  void failedOperationLeavesTheRestOfATransaction() {
    db.transaction(
        tx -> {
          tx.collection(NAME).upsert(VectorRecord.ofVector("a", 1, 0, 0));
          refused(
              VectorErrorCode.E_VECTOR_STORE_DELETE_FAILED,
              () -> tx.collection(NAME).whereRaw("nonsense").delete());
          tx.collection(NAME).upsert(VectorRecord.ofVector("b", 1, 0, 0));
        });
    assertThat(ids(docs())).containsExactly("a", "b");
  }

  @Test
  void sqlExceptionOfTheWorkIsThrownOnAsItIs() {
    SQLException mine = new SQLException("mine");
    assertThatThrownBy(
            () ->
                db.transaction(
                    tx -> {
                      tx.collection(NAME).upsert(VectorRecord.ofVector("a", 1, 0, 0));
                      throw mine;
                    }))
        .isSameAs(mine);
    assertThat(ids(docs())).isEmpty();
  }

  @Test
  void foreignTableWithOtherColumnsIsNoCollection() {
    jdbc.execute("drop table if exists customers");
    jdbc.execute("create table customers (id text)");
    assertThat(db.schema().hasCollection("customers")).isFalse();
    refused(
        VectorErrorCode.E_VECTOR_STORE_COLLECTION_FAILED,
        () -> db.schema().dropCollection("customers"));
    refused(
        VectorErrorCode.E_VECTOR_STORE_COLLECTION_FAILED,
        () -> db.schema().createCollection("customers", c -> c.vector(3)));
    refused(
        VectorErrorCode.E_VECTOR_STORE_DELETE_FAILED, () -> db.collection("customers").deleteAll());
    jdbc.execute("drop table customers");
  }

  /**
   * The same random records and queries in memory and in PostgreSQL, with and without a filter, for
   * each metric.
   */
  @Test
  void returnsTheResultsOfTheInMemoryStore() {
    Random random = new Random(11);
    for (DistanceMetric metric : DistanceMetric.values()) {
      create(c -> c.vector(8, metric));
      VectorDb memory = VectorDb.of(new InMemoryVectorBackend(metric));
      List<VectorRecord> records = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        records.add(counted(String.format("r%03d", i), i % 7, random(random)));
      }
      memory.collection(NAME).upsert(records);
      docs().upsert(records);
      for (int i = 0; i < 10; i++) {
        float[] query = random(random);
        assertSame(memory.collection(NAME).nearVector(query), docs().nearVector(query));
        assertSame(
            memory.collection(NAME).nearVector(query).where("n", "gt", 4).minScore(0.3),
            docs().nearVector(query).where("n", "gt", 4).minScore(0.3));
        String id = "r00" + i;
        assertSame(
            memory.collection(NAME).nearId(id).limit(200).offset(20),
            docs().nearId(id).limit(200).offset(20));
      }
    }
  }

  @Test
  void veryLargeAndVerySmallNumbersScoreAsInMemory() {
    for (DistanceMetric metric : DistanceMetric.values()) {
      create(c -> c.vector(3, metric));
      VectorDb memory = VectorDb.of(new InMemoryVectorBackend(metric));
      List<VectorRecord> records =
          List.of(
              VectorRecord.ofVector("huge", 3e30f, 1e30f, 2e30f),
              VectorRecord.ofVector("tiny", 1e-30f, 3e-30f, 2e-30f),
              VectorRecord.ofVector("usual", 1, 2, 3),
              VectorRecord.ofVector("opposite", -1, -2, -3),
              VectorRecord.ofVector("zero", 0, 0, 0));
      memory.collection(NAME).upsert(records);
      docs().upsert(records);
      for (float[] query :
          List.of(
              new float[] {1, 2, 3},
              new float[] {2e30f, 1e30f, 0},
              new float[] {0, 1e-30f, 2e-30f})) {
        for (boolean filtered : List.of(false, true)) {
          VectorQuery expected = memory.collection(NAME).nearVector(query);
          VectorQuery actual = docs().nearVector(query);
          if (filtered) {
            expected.whereIn("id", List.of("huge", "tiny", "zero"));
            actual.whereIn("id", List.of("huge", "tiny", "zero"));
          }
          assertThat(scores(actual)).isEqualTo(scores(expected));
        }
      }
    }
  }

  /** By id, to five digits. */
  private static Map<String, Long> scores(VectorQuery query) {
    return query.select("id").fetch().stream()
        .collect(
            Collectors.toMap(
                m -> m.id().orElseThrow(), m -> Math.round(m.score().orElseThrow() * 1e5)));
  }

  @Test
  void tiesBeyondThePageAreOrderedByIdAlsoBehindAnIndex() {
    List<VectorRecord> records = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      records.add(VectorRecord.ofVector(String.format("r%02d", (i * 37) % 100), 1, 0, 0));
    }
    docs().upsert(records);
    List<String> pages = new ArrayList<>();
    for (int page = 0; page < 4; page++) {
      pages.addAll(ids(docs().nearVector(1, 0, 0).limit(5).offset(5 * page)));
    }
    assertThat(pages).hasSize(20).isSorted().doesNotHaveDuplicates().startsWith("r00", "r01");
  }

  @Test
  void ordersTiesByIdAfterSearchesWithoutTies() {
    fillAndSearch();
    // Equal distances inside pages, and at their ends; U+1F600 sorts after U+FFFD.
    docs()
        .upsert(
            counted("\ud83d\ude00", 1, 2, 0, 0),
            counted("\ufffd", 1, 3, 0, 0),
            counted("s", 1, 1, 4, 0),
            counted("a", 0, 2, 8, 0));
    assertFindsWhatExactSearchFinds(1);
  }

  @Test
  void findsVectorsOfUnusualLengthAfterSearchesWithoutThem() {
    fillAndSearch();
    docs().upsert(counted("huge", 1, 3e30f, 1e30f, 0), counted("zero", 1, 0, 0, 0));
    assertFindsWhatExactSearchFinds(1);
  }

  @Test
  void findsFewPassingRowsAfterSearchesWithMany() {
    fillAndSearch();
    docs().upsert(counted("rare", 7, 0, 0, 1));
    assertFindsWhatExactSearchFinds(7);
    assertFindsWhatExactSearchFinds(8);
    assertFindsWhatExactSearchFinds(1);
  }

  private void fillAndSearch() {
    docs()
        .upsert(
            IntStream.range(0, 60)
                .mapToObj(i -> counted(String.format("r%02d", i), i % 2, 1, i, 0))
                .toList());
    assertFindsWhatExactSearchFinds(1);
  }

  private void assertFindsWhatExactSearchFinds(int n) {
    VectorDb exact = VectorDb.of(PgVectorBackend.builder(dataSource()).exactSearch(true).build());
    for (int limit = 1; limit <= 12; limit++) {
      for (float[] near : List.of(new float[] {1, 0, 0}, new float[] {-1, 1, 0})) {
        assertThat(ids(docs().nearVector(near).limit(limit)))
            .isEqualTo(ids(exact.collection(NAME).nearVector(near).limit(limit)));
        assertThat(ids(docs().nearVector(near).where("n", n).limit(limit)))
            .isEqualTo(ids(exact.collection(NAME).nearVector(near).where("n", n).limit(limit)));
      }
    }
  }

  @Test
  void refusesTooManyOperandsBeforeSending() {
    docs().select("id").fetch();
    VectorQuery many = docs().nearVector(1, 0, 0).select("id");
    List<VectorFilter> alternatives = new ArrayList<>();
    for (int i = 0; i < 40_000; i++) {
      alternatives.add(VectorFilter.eq("n", i));
    }
    many.whereFilter(new VectorFilter.Or(alternatives));
    long before = RoundTrips.count();

    refused(VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR, many::fetch);
    assertThat(RoundTrips.count()).isEqualTo(before);
    assertThat(
            docs().whereIn("n", IntStream.range(0, 100_000).boxed().toList()).select("id").fetch())
        .isEmpty();
  }

  @Test
  void indexOfHalfPrecisionIsUsedAndScoresStayExact() {
    VectorDb half =
        VectorDb.of(
            PgVectorBackend.builder(dataSource())
                .halfPrecision(true)
                .hnsw(8, 40)
                .efSearch(80)
                .build());
    half.schema().dropCollectionIfExists(NAME);
    half.schema().createCollection(NAME, c -> c.vector(3));
    half.collection(NAME)
        .upsert(VectorRecord.ofVector("a", 1, 0.333333f, 0), VectorRecord.ofVector("b", 0, 1, 0));

    assertThat(indexes())
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("halfvec(3)", "halfvec_cosine_ops", "m='8'", "ef_construction='40'");
    VectorMatch match =
        docs().nearVector(1, 0.333333f, 0).select("id", "vector").fetch().getFirst();
    assertThat(match.id()).contains("a");
    assertThat(match.score().orElseThrow()).isCloseTo(1, within(1e-9));
    assertThat(match.vector().orElseThrow()).containsExactly(1, 0.333333f, 0);
  }

  @Test
  void refusesIndexParametersOutOfRange() {
    PgVectorBackend.Builder builder = PgVectorBackend.builder(dataSource());
    refused(VectorErrorCode.E_INVALID_VECTOR_STORE_CONFIG, () -> builder.hnsw(1, 64));
    refused(VectorErrorCode.E_INVALID_VECTOR_STORE_CONFIG, () -> builder.hnsw(16, 31));
    refused(VectorErrorCode.E_INVALID_VECTOR_STORE_CONFIG, () -> builder.efSearch(1001).build());
  }

  private static void assertSame(VectorQuery expected, VectorQuery actual) {
    List<VectorMatch> wanted = expected.select("id", "vector").fetch();
    List<VectorMatch> found = actual.select("id", "vector").fetch();
    assertThat(ids(found)).isEqualTo(ids(wanted));
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i).score().orElseThrow())
          .isCloseTo(wanted.get(i).score().orElseThrow(), within(1e-5));
      assertThat(found.get(i).vector().orElseThrow())
          .isEqualTo(wanted.get(i).vector().orElseThrow());
    }
  }

  private static float[] random(Random random) {
    float[] vector = new float[8];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = random.nextFloat() * 2 - 1;
    }
    return vector;
  }

  @Test
  void migrationsAreRememberedInATable() {
    String ledgerTable = "ledger_" + UUID.randomUUID().toString().substring(0, 8);
    JdbcMigrationLedger ledger = new JdbcMigrationLedger(dataSource(), ledgerTable);
    db.schema().dropCollectionIfExists("migrated");
    VectorMigration first =
        migration(
            "2026-01 create",
            s -> s.createCollection("migrated", c -> c.vector(3)),
            s -> s.dropCollection("migrated"));
    VectorMigration failing =
        migration("2026-02'; drop table", s -> s.dropCollection("nothing"), s -> {});
    VectorMigrator migrator = new VectorMigrator(db, List.of(first, failing), ledger);
    refused(VectorErrorCode.E_VECTOR_STORE_MIGRATION_FAILED, migrator::latest);
    assertThat(ledger.applied()).containsExactly("2026-01 create");
    assertThat(migrator.rollback()).hasValue("2026-01 create");
    assertThat(migrator.rollback()).isEmpty();
    assertThat(db.schema().hasCollection("migrated")).isFalse();
    jdbc.execute("drop table \"" + ledgerTable + "\"");
  }

  private static VectorMigration migration(
      String name, Consumer<VectorDb.Schema> up, Consumer<VectorDb.Schema> down) {
    return new VectorMigration() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public void up(VectorDb.Schema schema) {
        up.accept(schema);
      }

      @Override
      public void down(VectorDb.Schema schema) {
        down.accept(schema);
      }
    };
  }
}
