package dev.adk4j.docs;

import dev.adk4j.jdbc.vector.PgVectorBackend;
import dev.adk4j.springai.vector.BridgingEmbeddingModel;
import dev.adk4j.springai.vector.SpringAiVectorBackend;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorBackend;
import java.util.LinkedHashMap;
import java.util.Map;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.ai.vectorstore.SimpleVectorStore;

/** The page is what the code says; {@code -Dadk.docs.update=true} writes it anew. */
class VectorPageTests {

  @Test
  void theReferencePageSaysWhatBackendsCanDoAndFiltersMean() throws Exception {
    BridgingEmbeddingModel bridge = new BridgingEmbeddingModel(3);
    Map<String, SimpleVectorStore> stores =
        Map.of("docs", SimpleVectorStore.builder(bridge).build());
    Map<String, VectorBackend> backends = new LinkedHashMap<>();
    backends.put("in memory", new InMemoryVectorBackend());
    // capabilities are facts: nothing connects
    backends.put("pgvector", PgVectorBackend.of(new JdbcDataSource()));
    backends.put("Spring AI", SpringAiVectorBackend.builder(stores).build());
    backends.put(
        "Spring AI, vectors bridged", SpringAiVectorBackend.builder(stores).bridge(bridge).build());

    GeneratedPages.compare("docs/reference/vector.md", VectorPage.write(backends));
  }
}
