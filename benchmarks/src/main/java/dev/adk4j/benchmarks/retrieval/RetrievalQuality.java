package dev.adk4j.benchmarks.retrieval;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.adk4j.jdbc.vector.PgVectorBackend;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.retrieval.CollectionRetriever;
import dev.adk4j.vector.retrieval.DocumentIndex;
import dev.adk4j.vector.retrieval.Passage;
import dev.adk4j.vector.retrieval.RerankBudget;
import dev.adk4j.vector.retrieval.Reranker;
import dev.adk4j.vector.retrieval.Retriever;
import dev.adk4j.vector.retrieval.SourceDocument;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Prints recall@10, nDCG@10 and time of each search, over known items and over the guides of this
 * project, and of other libraries' beside them. {@code scripts/retrieval-quality.sh} starts it.
 */
public final class RetrievalQuality {

  private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  private static final String COLLECTION = "retrieval_quality";

  private static final String SIMPLE = "retrieval_quality_simple";

  private static final RerankBudget BUDGET = new RerankBudget(30, Duration.ofMinutes(5), 1_000_000);

  private static final int TIMED = 15;

  /** As many passages as a turn gets by default. */
  private static final int IN_TURN = 5;

  private final MiniLm model;
  private final VectorCache vectors;
  private final @Nullable DataSource database;

  private RetrievalQuality(MiniLm model, VectorCache vectors, @Nullable DataSource database) {
    this.model = model;
    this.vectors = vectors;
    this.database = database;
  }

  /**
   * @param args folder with man1 to man8, passages, questions, folder of the guides, file for
   *     vectors; pgvector at {@code ADK_TEST_PGVECTOR_URL}, else memory alone
   */
  public static void main(String[] args) throws Exception {
    MiniLm model = new MiniLm();
    String url = System.getenv("ADK_TEST_PGVECTOR_URL");
    try (VectorCache vectors = new VectorCache(MiniLm.whole(model), Path.of(args[4]));
        HikariDataSource database = url == null ? null : pool(url)) {
      RetrievalQuality quality = new RetrievalQuality(model, vectors, database);
      quality.guides(Guides.read(Path.of(args[3])), GuideQuestion.read());
      ManualPages pages =
          ManualPages.read(Path.of(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
      quality.compare("Manual pages", pages.documents(), pages.items());
    }
  }

  private static HikariDataSource pool(String url) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    return new HikariDataSource(config);
  }

  private void guides(Guides guides, List<GuideQuestion> questions) throws Exception {
    compare("Guides", guides.documents(), guides.items(questions));
    List<GuideQuestion> goOn =
        questions.stream().filter(question -> question.rewrite() != null).toList();
    List<Item> items = guides.items(goOn);
    FollowUps followUps = new FollowUps(goOn);
    DocumentIndex index = DocumentIndex.of(guides.documents(), TrustTier.FIRST_PARTY);
    head("Guides, questions that go on", index, items.size());
    for (VectorBackend backend : backends()) {
      Retriever hybrid = index.hybrid(db(backend), COLLECTION, "english");
      row(backend, "hybrid, the question as it is", followUps.asAsked(hybrid), items);
      row(backend, "hybrid, the question rewritten", followUps.rewritten(hybrid), items);
    }
  }

  private void compare(String name, List<SourceDocument> documents, List<Item> items)
      throws Exception {
    DocumentIndex index = DocumentIndex.of(documents, TrustTier.FIRST_PARTY);
    head(name, index, items.size());
    print("words only", "BM25 with headings", quality(Searching.of(index.byWords()), items));
    Reranker tokens = Reranker.lateInteraction(new CachedTokens(model));
    for (VectorBackend backend : backends()) {
      Retriever hybrid = index.hybrid(db(backend), COLLECTION, "english");
      CollectionRetriever near =
          CollectionRetriever.of(db(backend), COLLECTION, TrustTier.FIRST_PARTY);
      row(backend, "vector", Searching.of(near), items);
      row(backend, "full text", Searching.of(near.words()), items);
      row(backend, "hybrid", Searching.of(hybrid), items);
      reranked(
          backend,
          "hybrid, marginal relevance 0.7",
          hybrid.reranked(Reranker.diverse(vectors, 0.7), BUDGET),
          hybrid.reranked(Reranker.diverse(MiniLm.whole(model), 0.7), BUDGET),
          items);
      reranked(
          backend,
          "hybrid, late interaction",
          hybrid.reranked(tokens, BUDGET),
          hybrid.reranked(Reranker.lateInteraction(model), BUDGET),
          items);
    }
    if (database != null) {
      anyLanguage(index, items);
      OUT.printf("%nThe same beside others%n%n");
      OUT.println(
          "| Library | recall@10 | nDCG@10 | first | ms, median | answered by its default"
              + " | characters of ten |");
      OUT.println("| --- | --- | --- | --- | --- | --- | --- |");
      Retriever hybrid = index.hybrid(db(PgVectorBackend.of(database)), SIMPLE, "simple");
      beside("ADK for Java, by default, pgvector", Searching.of(hybrid), items, IN_TURN);
      beside(
          "Spring AI, QuestionAnswerAdvisor, pgvector",
          SpringAiAdvisor.of(documents, vectors, database),
          items,
          SpringAiAdvisor.DEFAULT);
      beside(
          "LangChain4j, easy RAG, in memory",
          LangChain4jEasyRag.of(documents, vectors),
          items,
          LangChain4jEasyRag.DEFAULT);
    }
  }

  /** The words as they are, which is the default of documents in PostgreSQL. */
  private void anyLanguage(DocumentIndex index, List<Item> items) throws Exception {
    VectorBackend backend = PgVectorBackend.of(Objects.requireNonNull(database));
    backend.dropCollection(SIMPLE, true);
    Retriever hybrid = index.hybrid(db(backend), SIMPLE, "simple");
    Retriever words = CollectionRetriever.of(db(backend), SIMPLE, TrustTier.FIRST_PARTY).words();
    row(backend, "full text, simple", Searching.of(words), items);
    row(backend, "hybrid, simple", Searching.of(hybrid), items);
  }

  private static void beside(String name, Searching search, List<Item> items, int byDefault)
      throws Exception {
    Quality quality = Quality.of(search, items, byDefault);
    OUT.printf(
        Locale.ROOT,
        "| %s | %s | %.3f with %d | %.0f |%n",
        name,
        quality,
        quality.few(),
        byDefault,
        quality.characters());
  }

  /** Takes the time of a few questions without what is kept of passages. */
  private static void reranked(
      VectorBackend backend, String name, Retriever kept, Retriever plain, List<Item> items)
      throws Exception {
    double millis =
        quality(Searching.of(plain), items.subList(0, Math.min(TIMED, items.size()))).millis();
    print(name(backend), name, quality(Searching.of(kept), items).withMillis(millis));
  }

  private List<VectorBackend> backends() {
    VectorBackend memory = new InMemoryVectorBackend();
    if (database == null) {
      return List.of(memory);
    }
    VectorBackend pgvector = PgVectorBackend.of(database);
    pgvector.dropCollection(COLLECTION, true);
    return List.of(memory, pgvector);
  }

  private VectorDb db(VectorBackend backend) {
    return VectorDb.builder(backend).encoder(vectors).build();
  }

  private static Quality quality(Searching search, List<Item> items) throws Exception {
    return Quality.of(search, items, IN_TURN);
  }

  private static void row(VectorBackend backend, String name, Searching search, List<Item> items)
      throws Exception {
    print(name(backend), name, quality(search, items));
  }

  private static String name(VectorBackend backend) {
    return backend instanceof InMemoryVectorBackend ? "in memory" : "pgvector";
  }

  private static void head(String name, DocumentIndex index, int questions) {
    OUT.printf(
        Locale.ROOT,
        "%n%s: %d documents, %d passages, %d questions%n%n",
        name,
        index.passages().stream().map(Passage::source).distinct().count(),
        index.passages().size(),
        questions);
    OUT.println("| Backend | Search | recall@10 | nDCG@10 | first | ms, median |");
    OUT.println("| --- | --- | --- | --- | --- | --- |");
  }

  private static void print(String backend, String search, Quality quality) {
    OUT.printf("| %s | %s | %s |%n", backend, search, quality);
  }
}
