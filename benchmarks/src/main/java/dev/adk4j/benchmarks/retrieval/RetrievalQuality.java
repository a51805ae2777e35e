package dev.adk4j.benchmarks.retrieval;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.adk4j.jdbc.vector.PgVectorBackend;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.retrieval.CollectionRetriever;
import dev.adk4j.vector.retrieval.DocumentIndex;
import dev.adk4j.vector.retrieval.Passage;
import dev.adk4j.vector.retrieval.RerankBudget;
import dev.adk4j.vector.retrieval.Reranker;
import dev.adk4j.vector.retrieval.RetrievalQuery;
import dev.adk4j.vector.retrieval.Retriever;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;

/**
 * Prints recall@10, nDCG@10 and time of each search over known items. Arguments: passages and
 * queries. Needs the manual pages of Debian; pgvector at {@code ADK_TEST_PGVECTOR_URL}, else memory
 * alone.
 */
public final class RetrievalQuality {

  private static final int TOP = 10;

  private static final String COLLECTION = "manual_pages";

  private static final RerankBudget BUDGET = new RerankBudget(30, Duration.ofMinutes(1), 1_000_000);

  private RetrievalQuality() {}

  public static void main(String[] args) throws Exception {
    ManualPages pages = ManualPages.read(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
    DocumentIndex index = DocumentIndex.of(pages.documents(), TrustTier.FIRST_PARTY);
    MiniLm model = new MiniLm();
    Map<String, float[]> cache = new HashMap<>();
    VectorEncoder whole = model.whole();
    VectorEncoder encoder =
        (texts, kind) ->
            kind == VectorEncoder.EncodeKind.QUERY
                ? whole.encode(texts, kind)
                : texts.stream()
                    .map(
                        t ->
                            cache.computeIfAbsent(
                                t, x -> whole.encode(List.of(x), kind).getFirst()))
                    .toList();
    System.out.printf(
        "%d pages, %d passages, %d queries%n",
        pages.documents().size(), index.passages().size(), pages.items().size());
    System.out.println("| backend | search | recall@10 | nDCG@10 | first | ms, median |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    Arm.run("words only, in memory", "BM25 with headings", index.byWords(), pages.items());
    compare("in memory", new InMemoryVectorBackend(), index, encoder, model, pages);
    String url = System.getenv("ADK_TEST_PGVECTOR_URL");
    if (url != null) {
      HikariConfig config = new HikariConfig();
      config.setJdbcUrl(url);
      try (HikariDataSource dataSource = new HikariDataSource(config)) {
        compare("pgvector", pgvector(dataSource), index, encoder, model, pages);
      }
    }
  }

  private static VectorBackend pgvector(DataSource dataSource) {
    VectorBackend backend = PgVectorBackend.of(dataSource);
    backend.dropCollection(COLLECTION, true);
    return backend;
  }

  private static void compare(
      String name,
      VectorBackend backend,
      DocumentIndex index,
      VectorEncoder encoder,
      MiniLm model,
      ManualPages pages)
      throws Exception {
    VectorDb db = VectorDb.builder(backend).encoder(encoder).build();
    Retriever hybrid = index.hybrid(db, COLLECTION, "english");
    CollectionRetriever vectors = CollectionRetriever.of(db, COLLECTION, TrustTier.FIRST_PARTY);
    Arm.run(name, "vector", vectors, pages.items());
    Arm.run(name, "full text", vectors.words(), pages.items());
    Arm.run(name, "hybrid", hybrid, pages.items());
    Arm.run(
        name,
        "hybrid, marginal relevance 0.7",
        hybrid.reranked(Reranker.diverse(model.whole(), 0.7), BUDGET),
        pages.items());
    Arm.run(
        name,
        "hybrid, late interaction",
        hybrid.reranked(Reranker.lateInteraction(model), BUDGET),
        pages.items());
  }

  /** One row of the table. */
  private record Arm() {

    static void run(
        String backend, String search, Retriever retriever, List<ManualPages.Item> items)
        throws Exception {
      for (ManualPages.Item item : items.subList(0, Math.min(20, items.size()))) {
        retriever.retrieve(RetrievalQuery.of(item.query(), TOP));
      }
      List<Double> millis = new ArrayList<>();
      double found = 0;
      double gain = 0;
      double first = 0;
      for (ManualPages.Item item : items) {
        long from = System.nanoTime();
        List<Passage> passages = retriever.retrieve(RetrievalQuery.of(item.query(), TOP));
        millis.add((System.nanoTime() - from) / 1e6);
        List<String> sources = passages.stream().map(Passage::source).distinct().toList();
        int rank = sources.indexOf(item.source());
        if (rank >= 0) {
          found++;
          gain += Math.log(2) / Math.log(rank + 2);
          first += rank == 0 ? 1 : 0;
        }
      }
      millis.sort(null);
      System.out.printf(
          Locale.ROOT,
          "| %s | %s | %.3f | %.3f | %.3f | %.1f |%n",
          backend,
          search,
          found / items.size(),
          gain / items.size(),
          first / items.size(),
          millis.get(millis.size() / 2));
    }
  }
}
