package dev.adk4j.jdbc.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.value.Scope;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorFilter;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorRecord;
import dev.adk4j.vector.retrieval.CollectionRetriever;
import dev.adk4j.vector.retrieval.Ingestion;
import dev.adk4j.vector.retrieval.Passage;
import dev.adk4j.vector.retrieval.RetrievalQuery;
import dev.adk4j.vector.retrieval.SourceDocument;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** Policies on the tables of collections, which the application's own role makes and owns. */
class PgCollectionSecurityTests {

  private static final String ROLE = "adk_collection_app";
  private static final String SCHEMA = "adk_collections_rls";
  private static final Scope ACME = Scope.of("acme", null, null);
  private static final Scope ANN = Scope.of("acme", "ann", null);
  private static final Scope OTHER = Scope.of("ac\"me,[\u00e4%_'", null, null);
  private static final Scope BOB = Scope.of("other", "bob", null);

  private final DataSource admin = PgVectorServer.real();
  private final JdbcTemplate jdbc = new JdbcTemplate(admin);
  @AutoClose private HikariDataSource app;
  private VectorDb db;

  @BeforeEach
  void freshSchema() {
    jdbc.execute("drop schema if exists " + SCHEMA + " cascade");
    jdbc.execute(
        "do $$ begin if not exists (select 1 from pg_roles where rolname = '"
            + ROLE
            + "') then create role "
            + ROLE
            + " login nosuperuser nobypassrls password 'adk'; end if; end $$");
    jdbc.execute("create schema " + SCHEMA + " authorization " + ROLE);
    HikariConfig config = new HikariConfig();
    String url = jdbc.execute((java.sql.Connection c) -> c.getMetaData().getURL());
    config.setJdbcUrl(url.replaceFirst("\\?.*", ""));
    config.setUsername(ROLE);
    config.setPassword("adk");
    config.setMaximumPoolSize(1);
    app = new HikariDataSource(config);
    db = db(true);
  }

  private VectorDb db(boolean secured) {
    return VectorDb.builder(
            PgVectorBackend.builder(app).schema(SCHEMA).rowLevelSecurity(secured).build())
        .encoder((texts, kind) -> texts.stream().map(t -> new float[] {1, t.length()}).toList())
        .build();
  }

  private Ingestion ingest(Scope owner, String text) throws Exception {
    Ingestion.Builder made =
        Ingestion.of((accept, skip) -> accept.accept(new SourceDocument("doc.md", text)));
    if (owner != null) {
      made.owner(owner);
    }
    Ingestion ingestion = made.into(db, "docs");
    ingestion.run();
    return ingestion;
  }

  private static List<String> texts(VectorDb in) {
    return in.collection("docs").select("document").limit(100).fetch().stream()
        .flatMap(match -> match.document().stream())
        .sorted()
        .toList();
  }

  @Test
  void showsEachTenantItsOwnAndEverybodysEvenWithoutAFilter() throws Exception {
    ingest(null, "everybody's");
    ingest(ACME, "of acme");
    ingest(ANN, "of ann");
    ingest(OTHER, "of other");
    ingest(BOB, "of bob");
    assertThat(texts(db)).containsExactly("everybody's");
    assertThat(texts(db.forTenant("acme"))).containsExactly("everybody's", "of acme", "of ann");
    assertThat(texts(db.forTenant(OTHER.tenant()))).containsExactly("everybody's", "of other");
    assertThat(texts(db.forTenant("other"))).containsExactly("everybody's", "of bob");
    assertThat(texts(db.forTenant("acme\",\"ann"))).containsExactly("everybody's");
    assertThat(texts(db(false))).as("a client that names no tenant").containsExactly("everybody's");
    assertThat(
            CollectionRetriever.of(db, "docs", TrustTier.FIRST_PARTY)
                .retrieve(new RetrievalQuery("of", 10, BOB)))
        .as("a retriever that forgot its filter")
        .extracting(Passage::text)
        .containsExactlyInAnyOrder("everybody's", "of bob");
    assertThat(
            CollectionRetriever.of(db, "docs", TrustTier.FIRST_PARTY)
                .within(Ingestion::visibleTo)
                .retrieve(new RetrievalQuery("of", 10, ANN)))
        .extracting(Passage::text)
        .containsExactlyInAnyOrder("everybody's", "of acme", "of ann");
  }

  @Test
  void writesAndDeletesNothingOfOthers() throws Exception {
    ingest(ACME, "of acme");
    ingest(BOB, "of bob");
    VectorRecord stolen =
        VectorRecord.builder("x")
            .document("planted")
            .metadata("index", "adk-documents:[\"acme\"]")
            .build();
    assertThatThrownBy(() -> db.forTenant("other").collection("docs").upsert(stolen))
        .hasStackTraceContaining("row-level security");
    String id =
        db.forTenant("acme")
            .collection("docs")
            .where("source", "doc.md")
            .select("id")
            .limit(1)
            .fetch()
            .getFirst()
            .id()
            .orElseThrow();
    VectorRecord same = VectorRecord.builder(id).document("overwritten").build();
    assertThatThrownBy(() -> db.forTenant("other").collection("docs").upsert(same))
        .hasStackTraceContaining("row-level security");
    db.forTenant("other").collection("docs").deleteAll();
    assertThat(texts(db.forTenant("acme"))).containsExactly("of acme");
    assertThat(texts(db.forTenant("other"))).isEmpty();
    assertThat(jdbc.queryForObject("select count(*) from " + SCHEMA + ".docs", Long.class))
        .as("of acme, and that it is complete")
        .isEqualTo(2);
  }

  @Test
  void knowsTheTenantInTheMetadataOfOtherRecords() {
    db.schema().createCollection("docs", c -> c.vector(2));
    VectorDb acme = db.forTenant("acme");
    acme.collection("docs")
        .upsert(
            VectorRecord.builder("1").document("of acme").metadata("tenant", "acme").build(),
            VectorRecord.builder("2").document("everybody's").build());
    assertThat(texts(acme)).hasSize(2);
    assertThat(texts(db.forTenant("other"))).containsExactly("everybody's");
    assertThat(texts(db)).containsExactly("everybody's");
    acme.transaction(
        bound -> {
          assertThat(texts(bound)).hasSize(2);
          assertThat(texts(bound.forTenant("other"))).hasSize(1);
          assertThat(texts(bound)).hasSize(2);
        });
    assertThat(texts(db)).as("the connection goes back without a tenant").hasSize(1);
  }

  @Test
  void securesATableThatExists() throws Exception {
    VectorDb before = db(false);
    before.schema().createCollection("docs", c -> c.vector(2));
    before
        .collection("docs")
        .upsert(VectorRecord.builder("1").document("of acme").metadata("tenant", "acme").build());
    assertThat(texts(db.forTenant("other"))).hasSize(1);
    ingest(BOB, "of bob");
    assertThat(texts(db.forTenant("other"))).containsExactly("of bob");
  }

  @Test
  void erasesWhatTheTenantsPolicyShows() throws Exception {
    ingest(ACME, "of acme");
    ingest(ANN, "of ann");
    ingest(BOB, "of bob");
    assertThat(Ingestion.countTenant(db, "docs", "acme")).isEqualTo(2);
    assertThat(Ingestion.erase(db, "docs", ANN)).isEqualTo(1);
    assertThat(Ingestion.eraseTenant(db, "docs", "acme")).isEqualTo(1);
    assertThat(jdbc.queryForList("select document from " + SCHEMA + ".docs", String.class))
        .containsExactlyInAnyOrder("of bob", null);
  }

  @Test
  void listsTheCollectionsOfTheSchema() throws Exception {
    VectorDb open = db(false);
    open.schema().createCollection("words", c -> c.vector(2).fullText("english"));
    open.collection("words").upsert(VectorRecord.builder("1").document("one").build());
    jdbc.execute("create table " + SCHEMA + ".foreign_table (embedding vector(3))");
    assertThat(open.schema().collections())
        .singleElement()
        .satisfies(
            words -> {
              assertThat(words.name()).isEqualTo("words");
              assertThat(words.records()).isEqualTo(1);
              assertThat(words.dimensions()).isEqualTo(2);
              assertThat(words.language()).isEqualTo("english");
            });
    ingest(ACME, "of acme");
    assertThat(db.schema().collections()).extracting("name").containsExactly("docs", "words");
  }

  @Test
  void bindsAFilterOfAnotherTenantToNothing() throws Exception {
    ingest(ACME, "of acme");
    List<VectorMatch> found =
        db.forTenant("other")
            .collection("docs")
            .whereFilter(VectorFilter.eq("index", "adk-documents:[\"acme\"]"))
            .select("id")
            .limit(5)
            .fetch();
    assertThat(found).isEmpty();
  }
}
