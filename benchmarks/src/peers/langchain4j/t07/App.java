package t07;

import static dev.langchain4j.store.embedding.filter.MetadataFilterBuilder.metadataKey;

import dev.langchain4j.agent.tool.*;
import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.rag.content.retriever.*;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.spring.AiService;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import java.nio.file.*;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.*;

// The id of the conversation is the user, too.
@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(Assistant assistant) {
  static final Path FILE = Path.of("facts.json");

  @Bean
  static InMemoryEmbeddingStore<TextSegment> store() {
    return Files.exists(FILE) ? InMemoryEmbeddingStore.fromFile(FILE) : new InMemoryEmbeddingStore<>();
  }

  @Bean
  static ContentRetriever facts(InMemoryEmbeddingStore<TextSegment> store, EmbeddingModel embeddings) {
    return EmbeddingStoreContentRetriever.builder().embeddingStore(store).embeddingModel(embeddings)
        .dynamicFilter(query -> metadataKey("user").isEqualTo(query.metadata().chatMemoryId().toString())).build();
  }

  @Bean
  static ChatMemoryProvider memory() {
    return id -> MessageWindowChatMemory.builder().id(id).maxMessages(20).build();
  }

  @Component
  record Facts(InMemoryEmbeddingStore<TextSegment> store, EmbeddingModel embeddings) {
    @Tool("Remember a fact about the user")
    String remember(@P("fact") String fact, @ToolMemoryId String user) {
      store.add(embeddings.embed(fact).content(), TextSegment.from(fact, Metadata.from("user", user)));
      store.serializeToFile(FILE);
      return "noted";
    }
  }

  @AiService
  interface Assistant {
    String chat(@MemoryId String user, @UserMessage String text);
  }

  @GetMapping("/chat/{user}")
  String chat(@PathVariable String user, @RequestParam String q) {
    return assistant.chat(user, q);
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
