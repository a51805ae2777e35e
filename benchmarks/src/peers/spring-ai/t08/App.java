package t08;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.vectorstore.QuestionAnswerAdvisor;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.reader.markdown.MarkdownDocumentReader;
import org.springframework.ai.reader.markdown.config.MarkdownDocumentReaderConfig;
import org.springframework.ai.transformer.splitter.TokenTextSplitter;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(ChatClient.Builder chat, VectorStore store) {
  @Bean
  static VectorStore handbook(EmbeddingModel embeddings) {
    var store = SimpleVectorStore.builder(embeddings).build();
    var pages = new MarkdownDocumentReader("classpath:handbook/*.md", MarkdownDocumentReaderConfig.defaultConfig()).get();
    store.add(TokenTextSplitter.builder().build().apply(pages));
    return store;
  }

  @GetMapping("/ask")
  String ask(@RequestParam String q) {
    return chat.build().prompt(q).advisors(QuestionAnswerAdvisor.builder(store).build()).call().content();
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
