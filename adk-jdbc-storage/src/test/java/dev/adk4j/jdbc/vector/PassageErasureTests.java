package dev.adk4j.jdbc.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.ErasureReport;
import dev.adk4j.jdbc.ErasureTarget;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.value.Scope;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.retrieval.DocumentIndex;
import dev.adk4j.vector.retrieval.Ingestion;
import dev.adk4j.vector.retrieval.SourceDocument;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PassageErasureTests {

  private static final Scope ACME = Scope.of("acme", null, null);
  private static final Scope ANN = Scope.of("acme", "ann", null);
  private static final Scope BOB = Scope.of("acme", "bob", null);
  private static final Scope OTHER = Scope.of("acme-2", "ann", null);

  private static VectorDb db(VectorBackend backend) {
    return VectorDb.builder(backend)
        .encoder((texts, kind) -> texts.stream().map(t -> new float[] {1, t.length()}).toList())
        .build();
  }

  private static Ingestion ingest(VectorDb db, String collection, Scope owner) throws Exception {
    String text = "# One\nOf " + owner + ".\n\n# Two\nText.";
    Ingestion ingestion =
        Ingestion.of((accept, skip) -> accept.accept(new SourceDocument("doc.md", text)))
            .owner(owner)
            .into(db, collection);
    ingestion.run();
    return ingestion;
  }

  private static AdkStorageAdmin admin(PassageErasure erasure) {
    return AdkStorageAdmin.of(
        DatabaseKind.H2.shared().dataSource(),
        JdbcStorageOptions.DEFAULT,
        InstantSource.system(),
        List.of(erasure));
  }

  private static long records(VectorDb db, String collection) {
    return db.collection(collection).select("id").limit(1_000).fetch().size();
  }

  static Stream<VectorBackend> backends() {
    return Stream.of(new InMemoryVectorBackend(), null);
  }

  private static VectorBackend orReal(VectorBackend backend) {
    return backend == null ? PgVectorBackend.of(PgVectorServer.real()) : backend;
  }

  @ParameterizedTest
  @MethodSource("backends")
  void erasesFromEveryCollectionAndCounts(VectorBackend backend) throws Exception {
    VectorDb db = db(orReal(backend));
    for (String collection : List.of("erased_1", "erased_2")) {
      db.schema().dropCollectionIfExists(collection);
      for (Scope owner : List.of(ACME, ANN, BOB, OTHER)) {
        ingest(db, collection, owner);
      }
      DocumentIndex.of(List.of(new SourceDocument("all.md", "For all.")), TrustTier.FIRST_PARTY)
          .byVectors(db, collection);
      assertThat(records(db, collection)).isEqualTo(4 * 3 + 1);
    }
    AdkStorageAdmin admin = admin(PassageErasure.of(() -> List.of(db), List::of));
    ErasureTarget ann = new ErasureTarget.Subject("acme", "ann");
    assertThat(admin.preview(ann).passages()).isEqualTo(4);
    assertThat(admin.erase(ann)).isEqualTo(ErasureReport.ofPassages(4));
    assertThat(admin.erase(ann)).isEqualTo(ErasureReport.NOTHING);
    assertThat(records(db, "erased_1")).isEqualTo(3 * 3 + 1);

    ErasureTarget acme = new ErasureTarget.Tenant("acme");
    assertThat(admin.preview(acme).passages()).isEqualTo(8);
    assertThat(admin.erase(acme).passages()).isEqualTo(8);
    assertThat(records(db, "erased_1")).as("of acme-2 and everybody's").isEqualTo(3 + 1);
    assertThat(admin.preview(new ErasureTarget.Tenant("acme-2")).passages()).isEqualTo(4);
    db.schema().dropCollection("erased_1");
    db.schema().dropCollection("erased_2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a\",\"b",
        "a\\",
        "%",
        "_",
        "\u00e4\u001f",
        "[\"acme\"",
        "adk-documents:[\"acme\""
      })
  void aTenantsNameErasesNothingOfAnother(String name) throws Exception {
    VectorDb db = db(new InMemoryVectorBackend());
    ingest(db, "docs", ACME);
    ingest(db, "docs", Scope.of(name, "acme", null));
    ingest(db, "docs", Scope.of(name + "2", "adk-documents:[\"" + name + "\"", null));
    AdkStorageAdmin admin = admin(PassageErasure.of(() -> List.of(db), List::of));
    assertThat(admin.erase(new ErasureTarget.Tenant(name)).passages()).isEqualTo(2);
    assertThat(records(db, "docs")).isEqualTo(6);
    assertThat(admin.erase(new ErasureTarget.Subject(name + "2", "x")).passages()).isZero();
  }

  @Test
  void knowsTheStoresOfIngestionsToo() throws Exception {
    VectorDb own = db(new InMemoryVectorBackend());
    Ingestion ingestion = ingest(own, "docs", ANN);
    AdkStorageAdmin admin = admin(PassageErasure.of(List::of, () -> List.of(ingestion)));
    assertThat(admin.erase(new ErasureTarget.Subject("acme", "ann")).passages()).isEqualTo(2);
    assertThat(records(own, "docs")).isZero();
    Ingestion never =
        Ingestion.of((accept, skip) -> {}).into(db(new InMemoryVectorBackend()), "missing");
    assertThat(
            admin(PassageErasure.of(List::of, () -> List.of(never)))
                .erase(new ErasureTarget.Tenant("acme"))
                .passages())
        .isZero();
  }

  @Test
  void leavesPassagesOfConversationsAndAgesAlone() throws Exception {
    VectorDb db = db(new InMemoryVectorBackend());
    ingest(db, "docs", ANN);
    AdkStorageAdmin admin = admin(PassageErasure.of(() -> List.of(db), List::of));
    admin.erase(new ErasureTarget.Conversation("acme", "c"));
    admin.erase(new ErasureTarget.OlderThan("acme", Instant.now().plusSeconds(3600)));
    assertThat(records(db, "docs")).isEqualTo(3);
  }

  @Test
  void failsWhereAStoreFailsAndIsDoneByTheNextCall() throws Exception {
    VectorDb db = db(new InMemoryVectorBackend());
    ingest(db, "docs", ANN);
    boolean[] down = {true};
    AdkStorageAdmin admin =
        admin(
            PassageErasure.of(
                () -> {
                  if (down[0]) {
                    throw new IllegalStateException("down");
                  }
                  return List.of(db);
                },
                List::of));
    ErasureTarget ann = new ErasureTarget.Subject("acme", "ann");
    assertThatThrownBy(() -> admin.erase(ann)).hasMessage("down");
    down[0] = false;
    assertThat(admin.erase(ann).passages()).isEqualTo(2);
  }
}
