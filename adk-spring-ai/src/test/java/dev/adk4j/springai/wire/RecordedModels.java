package dev.adk4j.springai.wire;

import com.google.genai.Client;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.HttpRetryOptions;
import org.springframework.ai.anthropic.AnthropicChatModel;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.google.genai.GoogleGenAiChatModel;
import org.springframework.ai.google.genai.GoogleGenAiChatOptions;
import org.springframework.ai.ollama.OllamaChatModel;
import org.springframework.ai.ollama.api.OllamaApi;
import org.springframework.ai.ollama.api.OllamaChatOptions;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** Spring AI's own models over their own clients, which retry nothing. */
final class RecordedModels {

  private RecordedModels() {}

  static ChatModel of(String provider, String url) {
    return switch (provider) {
      case "openai" -> openAi(url, "recorded");
      case "anthropic" -> anthropic(url);
      case "gemini" -> gemini(url);
      case "ollama" -> ollama(url);
      default -> throw new IllegalArgumentException(provider);
    };
  }

  static OpenAiChatModel openAi(String url, String model) {
    return OpenAiChatModel.builder()
        .options(
            OpenAiChatOptions.builder()
                .baseUrl(url + "/v1")
                .apiKey("no-key")
                .model(model)
                .maxRetries(0)
                .build())
        .build();
  }

  private static ChatModel anthropic(String url) {
    return AnthropicChatModel.builder()
        .options(
            AnthropicChatOptions.builder()
                .baseUrl(url)
                .apiKey("no-key")
                .model("recorded")
                .maxTokens(1000)
                .maxRetries(0)
                .build())
        .build();
  }

  private static ChatModel gemini(String url) {
    return GoogleGenAiChatModel.builder()
        .genAiClient(
            Client.builder()
                .apiKey("no-key")
                .httpOptions(
                    HttpOptions.builder()
                        .baseUrl(url)
                        .retryOptions(
                            HttpRetryOptions.builder().attempts(1).initialDelay(0.001).jitter(0.0))
                        .build())
                .build())
        .options(GoogleGenAiChatOptions.builder().model("recorded").includeThoughts(true).build())
        .retryTemplate(new RetryTemplate(RetryPolicy.withMaxRetries(0)))
        .build();
  }

  /** With a client that does not repeat a refused call itself, as Apache's does. */
  private static ChatModel ollama(String url) {
    RestClient.Builder client =
        RestClient.builder().requestFactory(new JdkClientHttpRequestFactory());
    return OllamaChatModel.builder()
        .ollamaApi(OllamaApi.builder().baseUrl(url).restClientBuilder(client).build())
        .options(OllamaChatOptions.builder().model("recorded").build())
        .retryTemplate(new RetryTemplate(RetryPolicy.withMaxRetries(0)))
        .build();
  }
}
