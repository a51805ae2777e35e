package dev.adk4j.jdbc.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.jdbc.RoundTrips;
import dev.adk4j.vector.CollectionSpec;
import dev.adk4j.vector.DistanceMetric;
import dev.adk4j.vector.Explanation;
import dev.adk4j.vector.HybridPlan;
import dev.adk4j.vector.Near;
import dev.adk4j.vector.SearchPlan;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorErrorCode;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorQuery;
import dev.adk4j.vector.VectorRecord;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Tests searches by words in a real PostgreSQL: its language, its indexes, its trigrams. */
class PgHybridTests {

  private static final String NAME = "hybrid";

  private static final String[] WORDS =
      "lamp chair table green grey oak order return postage warranty store repair card price"
          .split(" ");

  private final DataSource dataSource = PgVectorServer.real();
  private final JdbcTemplate jdbc = new JdbcTemplate(dataSource);
  private final Random random = new Random(3);
  private VectorDb db;

  @BeforeEach
  void freshCollection() {
    jdbc.execute("drop extension if exists pg_trgm cascade");
    create(c -> c.vector(3).fullText("english"));
  }

  private void create(Consumer<CollectionSpec.Builder> definition) {
    db = VectorDb.of(PgVectorBackend.of(dataSource));
    db.schema().dropCollectionIfExists(NAME);
    db.schema().createCollection(NAME, definition);
  }

  private VectorQuery docs() {
    return db.collection(NAME);
  }

  private static VectorRecord text(String id, String text, float... vector) {
    return VectorRecord.builder(id).document(text).vector(vector).build();
  }

  private List<String> ids(VectorQuery query) {
    return query.select("id").fetch().stream().map(m -> m.id().orElseThrow()).toList();
  }

  private static void refused(ErrorCode code, String message, ThrowingCallable call) {
    assertThatThrownBy(call).matches(e -> AdkException.is(e, code)).hasMessageContaining(message);
  }

  @Test
  void knowsTheWordFormsOfTheCollectionsLanguage() {
    docs().upsert(text("a", "The lamps were returned", 1, 0, 0));
    assertThat(ids(docs().matching("returning a lamp"))).containsExactly("a");
    create(c -> c.vector(3).fullText("german"));
    docs().upsert(text("a", "Die Häuser am See", 1, 0, 0));
    assertThat(ids(docs().matching("haus"))).containsExactly("a");
    assertThat(ids(docs().matching("die"))).isEmpty();
    create(c -> c.vector(3).fullText("simple"));
    docs().upsert(text("a", "The lamps", 1, 0, 0));
    assertThat(ids(docs().matching("lamp"))).isEmpty();
    assertThat(ids(docs().matching("the"))).containsExactly("a");
    refused(
        VectorErrorCode.E_VECTOR_STORE_COLLECTION_FAILED,
        "klingon",
        () -> create(c -> c.vector(3).fullText("klingon")));
    refused(
        VectorErrorCode.E_INVALID_VECTOR_STORE_CONFIG,
        "small letters",
        () -> create(c -> c.vector(3).fullText("english'), '')) stored, x text --")));
  }

  @Test
  void refusesACollectionWithoutFullText() {
    create(c -> c.vector(3));
    docs().upsert(text("a", "lamp", 1, 0, 0));
    refused(
        VectorErrorCode.E_VECTOR_STORE_SEARCH_FAILED,
        "fullText(language)",
        () -> docs().matching("lamp").select("id").fetch());
    refused(
        VectorErrorCode.E_VECTOR_STORE_SEARCH_FAILED,
        "There is no collection 'missing'",
        () -> db.collection("missing").matching("lamp").select("id").fetch());
    refused(
        VectorErrorCode.E_VECTOR_STORE_DIMENSION_MISMATCH,
        "3",
        () -> {
          create(c -> c.vector(3).fullText("simple"));
          docs().nearVector(1, 0).matching("lamp").select("id").fetch();
        });
  }

  @Test
  void ranksWordsThatStandTogetherAndRareWordsHigher() {
    List<VectorRecord> records = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      records.add(text("common" + i, "The lamp number " + i, 1, 0, 0));
    }
    records.add(text("rare", "Quetzal and many other words that stand in this text", 1, 0, 0));
    records.add(text("apart", "warranty of things and other things and the lamp", 1, 0, 0));
    records.add(text("together", "lamp warranty of things and other things", 1, 0, 0));
    docs().upsert(records);
    for (String analyzed : List.of("select 1", "analyze " + NAME)) {
      jdbc.execute(analyzed);
      assertThat(ids(docs().matching("lamp quetzal")).getFirst()).isEqualTo("rare");
      assertThat(ids(docs().matching("the lamp warranty")))
          .startsWith("together", "apart")
          .contains("common1");
    }
  }

  /** What the statement fuses is what two searches and the formula give. */
  @Test
  void fusesTheRanksThatEachHalfHasAlone() {
    fill(600, 1);
    for (String question :
        List.of("green lamp", "warranty", "oak table return", "price of a card")) {
      float[] vector = vector();
      Map<String, Double> scores = new HashMap<>();
      add(scores, docs().nearVector(vector).where("half", 1).select("id").limit(50).fetch());
      add(scores, docs().matching(question).where("half", 1).select("id").limit(50).fetch());
      List<Double> expected =
          scores.values().stream().sorted(Comparator.reverseOrder()).limit(10).toList();
      List<VectorMatch> found =
          docs().nearVector(vector).matching(question).where("half", 1).select("id").fetch();
      for (int i = 0; i < 10; i++) {
        VectorMatch match = found.get(i);
        assertThat(match.score().orElseThrow()).isEqualTo(expected.get(i));
        assertThat(match.score().orElseThrow())
            .isEqualTo(scores.get(match.id().orElseThrow()))
            .isEqualTo(match.explanation().orElseThrow().score(2));
      }
    }
  }

  private static void add(Map<String, Double> scores, List<VectorMatch> half) {
    for (int i = 0; i < half.size(); i++) {
      scores.merge(
          half.get(i).id().orElseThrow(),
          new Explanation(new Explanation.Rank(i + 1, 0), null).score(2),
          Double::sum);
    }
  }

  private void fill(int rows, int halves) {
    List<VectorRecord> records = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      TreeSet<String> words = new TreeSet<>();
      while (words.size() < 4) {
        words.add(WORDS[random.nextInt(WORDS.length)]);
      }
      records.add(
          text("r" + i, String.join(" ", words) + " n" + i, vector()).toBuilder()
              .metadata("half", i % (halves + 1))
              .build());
    }
    docs().upsert(records);
    jdbc.execute("analyze " + NAME);
  }

  private float[] vector() {
    return new float[] {
      (float) random.nextGaussian(), (float) random.nextGaussian(), (float) random.nextGaussian()
    };
  }

  @Test
  void findsAllThatPassARareFilterInBothHalves() {
    fill(1_000, 1);
    docs()
        .upsert(
            text("rare1", "lamp", -1, 0, 0).toBuilder().metadata("rare", true).build(),
            text("rare2", "chair", 1, 0, 0).toBuilder().metadata("rare", true).build());
    List<VectorMatch> found =
        docs().nearVector(1, 0, 0).matching("lamp").where("rare", true).select("id").fetch();
    assertThat(found).extracting(m -> m.id().orElseThrow()).containsExactly("rare1", "rare2");
    assertThat(found.get(0).explanation().orElseThrow().vector().rank()).isEqualTo(2);
    assertThat(found.get(1).explanation().orElseThrow().words()).isNull();
  }

  /** The index stops after the first of the rows that pass. */
  @Test
  void comparesAllThatPassIfTheIndexFindsTooFew() throws Exception {
    fill(1_000, 1);
    docs()
        .upsert(
            text("near", "lamp", 1, 0, 0).toBuilder().metadata("rare", true).build(),
            text("far", "lamp", -1, 0, 0).toBuilder().metadata("rare", true).build());
    try (Connection connection = dataSource.getConnection()) {
      PgJdbc.execute(connection, "select cast('[1]' as vector)");
      PgJdbc.execute(
          connection,
          "set hnsw.max_scan_tuples = 100; set enable_seqscan = off; set enable_sort = off");
      VectorDb tuned =
          VectorDb.of(PgVectorBackend.of(new SingleConnectionDataSource(connection, true)));
      List<VectorMatch> found =
          tuned
              .collection(NAME)
              .nearVector(1, 0, 0)
              .matching("lamp")
              .where("rare", true)
              .select("id")
              .fetch();
      PgJdbc.execute(connection, "reset all");
      assertThat(found)
          .extracting(m -> m.explanation().orElseThrow().vector().rank())
          .containsExactly(1, 2);
    }
  }

  @Test
  void usesTheIndexOfWords() throws Exception {
    fill(1_500, 1);
    SearchPlan search =
        new SearchPlan(
            NAME,
            new Near.Vector(new float[] {1, 0, 0}),
            null,
            5,
            0,
            SearchPlan.Projection.NONE,
            0);
    PgCollection collection =
        new PgCollection(NAME, 3, DistanceMetric.COSINE, false, "english", false);
    HybridPlan plan = new HybridPlan(search, "n77");
    Sql near =
        new PgSearch(collection, PgHybrid.candidates(plan))
            .near(new float[] {1, 0, 0}, PgSearch.Way.INDEX);
    try (Connection connection = dataSource.getConnection()) {
      // Small tables are read whole.
      PgJdbc.execute(connection, "set enable_seqscan = off");
      List<String> lines =
          PgJdbc.query(
              connection,
              Sql.of("explain ").add(new PgHybrid(collection, plan, null).statement(near)),
              row -> row.getString(1));
      PgJdbc.execute(connection, "reset all");
      assertThat(String.join("\n", lines))
          .contains("Bitmap Index Scan on hybrid_words_idx", "hybrid_embedding_idx");
    }
  }

  /** A gate: the look-up with the settings, the statement, and the end of the transaction. */
  @Test
  void asksInOneStatement() {
    docs().upsert(text("a", "lamp", 1, 0, 0), text("b", "chair", 0, 1, 0));
    docs().nearVector(1, 0, 0).matching("lamp").select("id").fetch();
    long before = RoundTrips.count();
    assertThat(ids(docs().nearVector(1, 0, 0).matching("lamp"))).startsWith("a");
    assertThat(RoundTrips.count() - before).isLessThanOrEqualTo(3);
  }

  @Test
  void findsMisspeltCodesWhereTheExtensionIsThere() {
    docs().upsert(text("a", "See vectorHalfPrecision2", 1, 0, 0));
    assertThat(ids(docs().matching("vectorHalfPrecisoin2"))).isEmpty();
    jdbc.execute("create extension pg_trgm");
    try {
      assertThat(ids(docs().matching("vectorHalfPrecisoin2"))).isEmpty();
      create(c -> c.vector(3).fullText("english"));
      docs()
          .upsert(
              text("a", "See vectorHalfPrecision2", 1, 0, 0),
              text("b", "Error ERRCONN4711 of the lamp", 1, 0, 0),
              text("c", "The lamp", 1, 0, 0));
      assertThat(ids(docs().matching("vectorHalfPrecisoin2"))).containsExactly("a");
      assertThat(ids(docs().matching("what is ERRCON4711 of a lamp?"))).startsWith("b");
      assertThat(ids(docs().matching("ERRCON4711").where("owner", "me"))).isEmpty();
      jdbc.execute("drop extension pg_trgm cascade");
      assertThat(ids(docs().matching("lamp"))).containsExactlyInAnyOrder("b", "c");
    } finally {
      jdbc.execute("drop extension if exists pg_trgm cascade");
    }
  }

  @Test
  void codesAreWordsWithDigitsSignsOrInnerCapitals() {
    assertThat(
            PgCodes.in(
                "Why does getUserById (see E-4711, x1, adk.turn.limit) fail? Berlin, O'Hara"))
        .containsExactly("getUserById", "E-4711", "adk.turn.limit");
    assertThat(PgCodes.in("a\0b1234 " + "x1".repeat(60))).containsExactly("ab1234");
  }

  @Test
  void seesWhatTheTransactionWrote() {
    docs().upsert(text("a", "lamp", 1, 0, 0));
    db.transaction(
        bound -> {
          bound.collection(NAME).upsert(text("b", "lamp", 1, 0, 0));
          assertThat(
                  bound.collection(NAME).nearVector(1, 0, 0).matching("lamp").select("id").fetch())
              .hasSize(2);
        });
  }

  @Test
  void aLongDocumentIsFoundByItsBeginning() {
    StringBuilder words = new StringBuilder("beginning ");
    while (words.length() < 2_000_000) {
      words.append("w").append(words.length()).append(' ');
    }
    docs().upsert(text("a", words + "ending", 1, 0, 0));
    assertThat(ids(docs().matching("beginning"))).containsExactly("a");
    assertThat(ids(docs().matching("ending"))).isEmpty();
  }
}
