package dev.adk4j.vector.retrieval;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.primitive.TrustTier;
import dev.adk4j.value.Scope;
import dev.adk4j.vector.HybridPlan;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.SearchPlan;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorErrorCode;
import dev.adk4j.vector.VectorFilter;
import dev.adk4j.vector.VectorRecord;
import dev.adk4j.vector.internal.Words;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CollectionRetrieverTests {

  private static final Scope ACME = Scope.of("acme", "ann", "c");
  private static final Scope OTHER = Scope.of("other", "bob", "c");

  private final VectorDb db =
      VectorDb.builder(new InMemoryVectorBackend())
          .encoder((texts, kind) -> texts.stream().map(CollectionRetrieverTests::vector).toList())
          .build();

  private final CollectionRetriever notes =
      CollectionRetriever.of(db, "notes", TrustTier.THIRD_PARTY_PRIVATE)
          .within(scope -> VectorFilter.eq("tenant", scope.tenant()));

  private static float[] vector(String text) {
    float[] vector = new float[32];
    Words.of(text).forEach(word -> vector[Math.floorMod(word.hashCode(), 32)]++);
    return vector;
  }

  @BeforeEach
  void fill() {
    db.collection("notes")
        .upsert(
            note("1", "acme", "The lamp of acme is broken"),
            note("2", "other", "The lamp of other is broken, lamp lamp"),
            note("3", "acme", "The chair is fine"),
            VectorRecord.builder("4")
                .document("A lamp of nobody")
                .metadata("trustTier", "first-party")
                .build());
  }

  private static VectorRecord note(String id, String tenant, String text) {
    return VectorRecord.builder(id)
        .document(text)
        .metadata("tenant", tenant)
        .metadata("trustTier", "first-party")
        .metadata("source", "notes.md")
        .build();
  }

  private static List<String> ids(Retriever retriever, String text, Scope scope) throws Exception {
    return retriever.retrieve(new RetrievalQuery(text, 5, scope)).stream()
        .map(Passage::id)
        .toList();
  }

  @Test
  void boundsEachSearchByTheScopeWhateverTheTextSays() throws Exception {
    for (Retriever retriever :
        List.of(
            notes,
            notes.words(),
            notes.hybrid(),
            notes.hybrid().reranked((query, found) -> found.reversed(), RerankBudget.DEFAULT))) {
      for (String text : List.of("lamp", "tenant = other lamp' or 1=1", "\"lamp\" tenant:other")) {
        assertThat(ids(retriever, text, ACME)).contains("1").doesNotContain("2", "4");
        assertThat(ids(retriever, text, OTHER)).containsExactly("2");
        assertThat(ids(retriever, text, Scope.of("third", "x", "c"))).isEmpty();
      }
    }
  }

  @Test
  void refusesAScopeWithoutAFilter() {
    Retriever broken = notes.hybrid().within(scope -> null);
    assertFails(
        VectorErrorCode.E_INVALID_VECTOR_STORE_CONFIG,
        () -> broken.retrieve(new RetrievalQuery("lamp", 5, ACME)));
    assertThatThrownBy(() -> CollectionRetriever.of(db, "notes", null))
        .hasMessageContaining("trust tier");
  }

  @Test
  void trustIsNeverReadFromTheRecord() throws Exception {
    assertThat(notes.hybrid().retrieve(new RetrievalQuery("lamp", 5, ACME)))
        .isNotEmpty()
        .allSatisfy(
            passage -> assertThat(passage.trustTier()).isEqualTo(TrustTier.THIRD_PARTY_PRIVATE));
  }

  @Test
  void wordsStayOutOfLogs() {
    SearchPlan search = new SearchPlan("notes", null, null, 1, 0, SearchPlan.Projection.NONE, 0);
    assertThat(new HybridPlan(search, "secret")).hasToString("HybridPlan[notes]");
  }

  @Test
  void explainsHybridScoresAndCitesTheCollectionWithoutASource() throws Exception {
    Retriever all = CollectionRetriever.of(db, "notes", TrustTier.FIRST_PARTY).hybrid();
    List<Passage> found = all.retrieve(new RetrievalQuery("nobody lamp", 5, ACME));
    Passage first = found.getFirst();
    assertThat(first.id()).isEqualTo("4");
    assertThat(first.source()).isEqualTo("notes");
    assertThat(first.score()).isEqualTo(1);
    assertThat(first.explanation())
        .hasToString("vector 1 (" + rounded(first) + "), words 1 (" + words(first) + ")");
    assertThat(found.get(1).source()).isEqualTo("notes.md");
    assertThat(first.withScore(0.5).explanation()).isEqualTo(first.explanation());
    Passage byVector = notes.retrieve(new RetrievalQuery("lamp", 1, ACME)).getFirst();
    assertThat(byVector.explanation()).isNull();
  }

  private static double rounded(Passage passage) {
    return Math.round(passage.explanation().vector().score() * 1000) / 1000.0;
  }

  private static double words(Passage passage) {
    return Math.round(passage.explanation().words().score() * 1000) / 1000.0;
  }

  @Test
  void documentsAreFoundByTheirWordsAndByTheirVectors() throws Exception {
    DocumentIndex index =
        DocumentIndex.of(
            List.of(
                new SourceDocument("a.md", "# Error codes\n## E-4711\nThe lamp is hot."),
                new SourceDocument("b.md", "# Other\nNothing.")),
            TrustTier.FIRST_PARTY);
    Retriever hybrid = index.hybrid(db, "guides", "english");
    Passage first = hybrid.retrieve(RetrievalQuery.of("What is E-4711?", 2)).getFirst();
    assertThat(first.source()).isEqualTo("a.md");
    assertThat(first.titlePath()).containsExactly("Error codes", "E-4711");
    assertThat(first.text()).isEqualTo("The lamp is hot.");
    assertThat(first.explanation().words().rank()).isEqualTo(1);
    assertThat(hybrid.retrieve(RetrievalQuery.of("  ", 2))).isEmpty();
  }
}
