package t08;

import dev.langchain4j.data.document.loader.ClassPathDocumentLoader;
import dev.langchain4j.data.document.splitter.DocumentSplitters;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.rag.content.retriever.*;
import dev.langchain4j.service.spring.AiService;
import dev.langchain4j.store.embedding.EmbeddingStoreIngestor;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(Assistant assistant) {
  @Bean
  static ContentRetriever handbook(EmbeddingModel embeddings) {
    var store = new InMemoryEmbeddingStore<TextSegment>();
    EmbeddingStoreIngestor.builder().embeddingStore(store).embeddingModel(embeddings)
        .documentSplitter(DocumentSplitters.recursive(1000, 0)).build().ingest(ClassPathDocumentLoader.loadDocuments("handbook"));
    return EmbeddingStoreContentRetriever.builder().embeddingStore(store).embeddingModel(embeddings).build();
  }

  @AiService
  interface Assistant {
    String chat(String text);
  }

  @GetMapping("/ask")
  String ask(@RequestParam String q) {
    return assistant.chat(q);
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
