package dev.adk4j.springai.docs;

import dev.adk4j.client.AgentClient;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.springai.chat.FallbackExecutor;
import dev.adk4j.springai.chat.ModelRoute;
import dev.adk4j.springai.chat.OptionsCustomizer;
import dev.adk4j.springai.text.ReasoningParser;
import dev.adk4j.springai.text.ReasoningParsers;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.context.annotation.Bean;

/** The Java of docs/use-a-real-model.md, so that it compiles. */
class UseARealModelSamples {

  private final AgentClient client;

  UseARealModelSamples(AgentClient client) {
    this.client = client;
  }

  String talk() {
    String answer = client.conversation("c-1").send("What can you do?").text();
    return answer;
  }

  DispatchExecutor route(
      ChatModelExecutor small, ChatModelExecutor large, DispatchExecutor executor) {
    executor =
        FallbackExecutor.of(
            new ModelRoute("small", small, (ctx, tokens) -> tokens < 4_000),
            ModelRoute.of("large", large));
    return executor;
  }

  @Bean
  OptionsCustomizer effort() {
    return (options, ctx) -> ((OpenAiChatOptions.Builder) options).reasoningEffort("low");
  }

  @Bean
  ReasoningParser reasoning() {
    return ReasoningParsers.tags("[reasoning]", "[/reasoning]", true);
  }
}
