package t07;

import java.io.File;
import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.vectorstore.QuestionAnswerAdvisor;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.ai.vectorstore.filter.FilterExpressionBuilder;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(ChatClient.Builder chat, SimpleVectorStore store) {
  static final File FILE = new File("facts.json");

  @Bean
  static SimpleVectorStore facts(EmbeddingModel embeddings) {
    var store = SimpleVectorStore.builder(embeddings).build();
    if (FILE.exists()) {
      store.load(FILE);
    }
    return store;
  }

  @Tool(description = "Remember a fact about the user")
  String remember(String fact, ToolContext context) {
    store.add(List.of(new Document(fact, Map.of("user", context.getContext().get("user")))));
    store.save(FILE);
    return "noted";
  }

  @GetMapping("/chat/{user}")
  String chat(@PathVariable String user, @RequestParam String q) {
    var mine = SearchRequest.builder().filterExpression(new FilterExpressionBuilder().eq("user", user).build()).build();
    return chat.build().prompt(q).tools(this).toolContext(Map.of("user", user))
        .advisors(QuestionAnswerAdvisor.builder(store).searchRequest(mine).build()).call().content();
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
