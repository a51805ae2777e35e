package dev.adk4j.benchmarks.retrieval;

import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.VectorEncoder.EncodeKind;
import dev.adk4j.vector.retrieval.SourceDocument;
import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.document.splitter.DocumentSplitters;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.HuggingFaceTokenCountEstimator;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.rag.content.retriever.EmbeddingStoreContentRetriever;
import dev.langchain4j.rag.query.Query;
import dev.langchain4j.store.embedding.EmbeddingStoreIngestor;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import java.util.List;
import java.util.Objects;

/**
 * What LangChain4j's easy RAG makes: 300 tokens with 30 of overlap, in memory. Its module does not
 * resolve in the version of the other modules, so what it sets is set here.
 */
final class LangChain4jEasyRag {

  /** Passages that a question gets where nobody says how many. */
  static final int DEFAULT = 3;

  private LangChain4jEasyRag() {}

  static Searching of(List<SourceDocument> documents, VectorEncoder encoder) {
    EmbeddingModel model = new Model(encoder);
    InMemoryEmbeddingStore<TextSegment> store = new InMemoryEmbeddingStore<>();
    EmbeddingStoreIngestor.builder()
        .embeddingStore(store)
        .embeddingModel(model)
        .documentSplitter(
            DocumentSplitters.recursive(300, 30, new HuggingFaceTokenCountEstimator()))
        .build()
        .ingest(
            documents.stream()
                .map(each -> Document.from(each.text(), Metadata.from("file_name", each.source())))
                .toList());
    return (question, limit) ->
        EmbeddingStoreContentRetriever.builder()
            .embeddingStore(store)
            .embeddingModel(model)
            .maxResults(limit)
            .build()
            .retrieve(Query.from(question))
            .stream()
            .map(content -> found(content.textSegment()))
            .toList();
  }

  private static Found found(TextSegment segment) {
    return new Found(
        Objects.requireNonNull(segment.metadata().getString("file_name")), segment.text());
  }

  private record Model(VectorEncoder encoder) implements EmbeddingModel {

    @Override
    public Response<Embedding> embed(String question) {
      return Response.from(
          Embedding.from(encoder.encode(List.of(question), EncodeKind.QUERY).getFirst()));
    }

    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
      return Response.from(
          encoder
              .encode(segments.stream().map(TextSegment::text).toList(), EncodeKind.DOCUMENT)
              .stream()
              .map(Embedding::from)
              .toList());
    }
  }
}
