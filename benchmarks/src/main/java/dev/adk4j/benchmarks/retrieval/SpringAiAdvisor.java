package dev.adk4j.benchmarks.retrieval;

import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.VectorEncoder.EncodeKind;
import dev.adk4j.vector.retrieval.SourceDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.advisor.api.AdvisorChain;
import org.springframework.ai.chat.client.advisor.vectorstore.QuestionAnswerAdvisor;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.Embedding;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;
import org.springframework.ai.transformer.splitter.TokenTextSplitter;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.pgvector.PgVectorStore;
import org.springframework.jdbc.core.JdbcTemplate;

/** Spring AI's advisor over its own table in PostgreSQL, with its splitter; all by default. */
final class SpringAiAdvisor {

  /** Passages that a question gets where nobody says how many. */
  static final int DEFAULT = SearchRequest.DEFAULT_TOP_K;

  private SpringAiAdvisor() {}

  static Searching of(
      List<SourceDocument> documents, VectorEncoder encoder, DataSource dataSource) {
    PgVectorStore store =
        PgVectorStore.builder(new JdbcTemplate(dataSource), new Model(encoder))
            .dimensions(384)
            .initializeSchema(true)
            .removeExistingVectorStoreTable(true)
            .vectorTableName("retrieval_quality_spring_ai")
            .build();
    store.afterPropertiesSet();
    List<Document> pages =
        documents.stream()
            .map(each -> new Document(each.text(), Map.of("source", each.source())))
            .toList();
    store.add(TokenTextSplitter.builder().build().apply(pages));
    return (question, limit) -> {
      QuestionAnswerAdvisor advisor =
          QuestionAnswerAdvisor.builder(store)
              .searchRequest(SearchRequest.builder().topK(limit).build())
              .build();
      ChatClientRequest asked = ChatClientRequest.builder().prompt(new Prompt(question)).build();
      List<Found> found = new ArrayList<>();
      // The chain is for what comes after the question has been put together.
      ChatClientRequest advised = advisor.before(asked, new AdvisorChain() {});
      if (advised.context().get(QuestionAnswerAdvisor.RETRIEVED_DOCUMENTS)
          instanceof List<?> list) {
        for (Object each : list) {
          Document document = (Document) each;
          found.add(
              new Found(
                  String.valueOf(document.getMetadata().get("source")),
                  Objects.requireNonNull(document.getText())));
        }
      }
      return found;
    };
  }

  private record Model(VectorEncoder encoder) implements EmbeddingModel {

    @Override
    public EmbeddingResponse call(EmbeddingRequest request) {
      List<float[]> vectors = encoder.encode(request.getInstructions(), EncodeKind.DOCUMENT);
      List<Embedding> embeddings = new ArrayList<>();
      for (int i = 0; i < vectors.size(); i++) {
        embeddings.add(new Embedding(vectors.get(i), i));
      }
      return new EmbeddingResponse(embeddings);
    }

    @Override
    public float[] embed(String question) {
      return encoder.encode(List.of(question), EncodeKind.QUERY).getFirst();
    }

    @Override
    public float[] embed(Document document) {
      return encoder.encode(List.of(getEmbeddingContent(document)), EncodeKind.DOCUMENT).getFirst();
    }
  }
}
