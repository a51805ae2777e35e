package dev.adk4j.jdbc.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.primitive.TrustTier;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.retrieval.DocumentIndex;
import dev.adk4j.vector.retrieval.Passage;
import dev.adk4j.vector.retrieval.RetrievalQuery;
import dev.adk4j.vector.retrieval.Retriever;
import dev.adk4j.vector.retrieval.SourceDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Indexes documents in a real PostgreSQL. */
class PgDocumentIndexTests {

  private static final String COLLECTION = "adk_documents";

  private final DataSource dataSource = PgVectorServer.real();
  private final AtomicInteger encoded = new AtomicInteger();

  @BeforeEach
  void noCollection() {
    node().schema().dropCollectionIfExists(COLLECTION);
  }

  private VectorDb node() {
    VectorEncoder encoder =
        (texts, kind) -> {
          encoded.addAndGet(texts.size());
          return texts.stream().map(PgDocumentIndexTests::vector).toList();
        };
    return VectorDb.builder(PgVectorBackend.builder(dataSource).exactSearch(true).build())
        .encoder(encoder)
        .build();
  }

  private static float[] vector(String text) {
    float[] vector = new float[512];
    vector[511] = 0.1f;
    for (String word : text.split("\\W+")) {
      vector[Math.floorMod(word.hashCode(), 511)]++;
    }
    return vector;
  }

  private static DocumentIndex index(int from, int to) {
    return DocumentIndex.of(
        IntStream.range(from, to)
            .mapToObj(i -> new SourceDocument("s" + i, "# Part " + i + "\nnumber n" + i))
            .toList(),
        TrustTier.FIRST_PARTY);
  }

  private long records() {
    return node().collection(COLLECTION).select("id").limit(100_000).fetch().size();
  }

  @Test
  void encodesOnceReplacesAndDeletes() throws Exception {
    Retriever first = index(0, 200).byVectors(node(), COLLECTION);
    assertThat(encoded).hasValue(201);
    Passage found = first.retrieve(RetrievalQuery.of("Part 77 number n77", 3)).getFirst();
    assertThat(found.source()).isEqualTo("s77");
    assertThat(found.titlePath()).containsExactly("Part 77");
    assertThat(found.text()).isEqualTo("number n77");
    encoded.set(0);
    index(0, 200).byVectors(node(), COLLECTION);
    assertThat(encoded).hasValue(1);
    index(100, 300).byVectors(node(), COLLECTION);
    assertThat(encoded).hasValue(1 + 1 + 100);
    assertThat(records()).isEqualTo(200);
    assertThat(first.retrieve(RetrievalQuery.of("number n7", 300)))
        .extracting(Passage::source)
        .doesNotContain("s7");
  }

  @Test
  void nodesThatStartTogetherDoNoHarm() throws Exception {
    for (int round = 0; round < 3; round++) {
      node().schema().dropCollectionIfExists(COLLECTION);
      int nodes = 4;
      CountDownLatch together = new CountDownLatch(nodes);
      try (ExecutorService pool = Executors.newFixedThreadPool(nodes)) {
        List<Future<Retriever>> running = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
          VectorDb node = node();
          running.add(
              pool.submit(
                  () -> {
                    together.countDown();
                    together.await();
                    return index(0, 150).byVectors(node, COLLECTION);
                  }));
        }
        for (Future<Retriever> each : running) {
          assertThat(each.get().retrieve(RetrievalQuery.of("number n7", 1))).hasSize(1);
        }
      }
      assertThat(records()).isEqualTo(150);
    }
  }

  @Test
  void hostileNamesAndTextsAreOnlyText() throws Exception {
    String hostile = "'); drop table adk_documents; -- \0 \uD83E ${x} %s";
    DocumentIndex index =
        DocumentIndex.of(
            List.of(new SourceDocument(hostile, "# " + hostile + "\nlamp " + hostile)),
            TrustTier.FIRST_PARTY);
    Retriever retriever = index.byVectors(node(), COLLECTION);
    assertThat(retriever.retrieve(RetrievalQuery.of("lamp", 1)).getFirst().withScore(1))
        .isEqualTo(index.passages().getFirst().withScore(1));
  }
}
