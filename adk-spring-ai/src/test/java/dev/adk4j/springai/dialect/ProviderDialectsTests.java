package dev.adk4j.springai.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.anthropic.models.messages.Usage;
import com.google.genai.types.GenerateContentResponseUsageMetadata;
import com.openai.models.completions.CompletionUsage;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.springai.failure.ProviderFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.anthropic.AnthropicCacheOptions;
import org.springframework.ai.anthropic.AnthropicCacheStrategy;
import org.springframework.ai.anthropic.AnthropicCacheTtl;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.bedrock.converse.BedrockMessages;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.deepseek.DeepSeekAssistantMessage;
import org.springframework.ai.google.genai.GoogleGenAiChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.ollama.api.OllamaChatOptions;
import org.springframework.ai.openai.OpenAiChatOptions;

class ProviderDialectsTests {

  @Test
  void marksWhatStaysTheSameUnlessTheApplicationMarksByItself() {
    AnthropicCacheOptions own =
        AnthropicCacheOptions.builder().strategy(AnthropicCacheStrategy.SYSTEM_ONLY).build();
    assertThat(marked(AnthropicChatOptions.builder().cacheOptions(own), CacheMarks.SHORT, false))
        .isSameAs(own);

    AnthropicCacheOptions all = marked(AnthropicChatOptions.builder(), CacheMarks.LONG, false);
    assertThat(all.getStrategy()).isEqualTo(AnthropicCacheStrategy.CONVERSATION_HISTORY);
    assertThat(all.isCacheToolResults()).isTrue();
    assertThat(all.getMessageTypeTtl().values()).containsOnly(AnthropicCacheTtl.ONE_HOUR);
    assertThat(all.getMessageTypeMinContentLengths().get(MessageType.USER)).isEqualTo(1);

    AnthropicCacheOptions without = marked(AnthropicChatOptions.builder(), CacheMarks.SHORT, true);
    assertThat(without.getMessageTypeTtl().values()).containsOnly(AnthropicCacheTtl.FIVE_MINUTES);
    assertThat(without.getMessageTypeMinContentLengths().get(MessageType.USER))
        .isEqualTo(Integer.MAX_VALUE);
  }

  private static AnthropicCacheOptions marked(
      AnthropicChatOptions.Builder options, CacheMarks marks, boolean changingEnd) {
    new AnthropicDialect().markCache(options.model("m").maxTokens(10), marks, changingEnd);
    return options.build().getCacheOptions();
  }

  @Test
  void findsTheDialectByTheOptionsOfTheModel() {
    assertThat(id(OpenAiChatOptions.builder().build())).isEqualTo("openai");
    assertThat(id(AnthropicChatOptions.builder().build())).isEqualTo("anthropic");
    assertThat(id(GoogleGenAiChatOptions.builder().build())).isEqualTo("gemini");
    assertThat(id(OllamaChatOptions.builder().build())).isEqualTo("ollama");
    assertThat(id(ToolCallingChatOptions.builder().build())).isEqualTo("generic");
    assertThat(id(ChatOptions.builder().build())).isEqualTo("generic");
  }

  @Test
  void anApplicationsOwnIsAskedFirst() {
    ProviderDialect own = new GenericDialect("own") {};

    assertThat(ProviderDialects.with(List.of(own)).of(OpenAiChatOptions.builder().build()).id())
        .isEqualTo("own");
    assertThat(ProviderDialects.with(List.of(own)).named("bedrock").id()).isEqualTo("bedrock");
    assertThatThrownBy(() -> ProviderDialects.builtIn().named("openia"))
        .hasMessageContaining("'openia'")
        .hasMessageContaining(
            "openai, anthropic, gemini, ollama, bedrock, deepseek, mistral, generic");
  }

  @ParameterizedTest
  @CsvSource({
    "openai, NATIVE, NATIVE, NATIVE",
    "anthropic, NATIVE, NATIVE, TOOL",
    "gemini, NATIVE, TOOL, PROMPT",
    "ollama, NATIVE, TOOL, NATIVE",
    "bedrock, NATIVE, NATIVE, NATIVE",
    "deepseek, NATIVE, NATIVE, NATIVE",
    "mistral, NATIVE, NATIVE, NATIVE",
    "generic, NATIVE, NATIVE, NATIVE"
  })
  void saysHowEachProviderIsAskedForATypedAnswer(
      String dialect, AnswerMode alone, AnswerMode besideTools, AnswerMode recursive) {
    ProviderDialect asked = ProviderDialects.builtIn().named(dialect);

    assertThat(asked.answerMode(false, false)).isEqualTo(alone);
    assertThat(asked.answerMode(true, false)).isEqualTo(besideTools);
    assertThat(asked.answerMode(false, true)).isEqualTo(recursive);
  }

  @Test
  void saysWhichMediaEachProviderTakes() {
    assertThat(new OpenAiDialect().supports(MediaKind.DOCUMENT, "application/pdf")).isTrue();
    assertThat(new OpenAiDialect().supports(MediaKind.DOCUMENT, "text/plain")).isFalse();
    assertThat(new OpenAiDialect().supports(MediaKind.AUDIO, "audio/mpeg")).isTrue();
    assertThat(new OpenAiDialect().mediaType("audio/mpeg")).isEqualTo("audio/mp3");
    assertThat(new OpenAiDialect().mediaType("image/png")).isEqualTo("image/png");
    assertThat(new AnthropicDialect().supports(MediaKind.DOCUMENT, "application/pdf")).isTrue();
    assertThat(new AnthropicDialect().supports(MediaKind.IMAGE, "image/tiff")).isFalse();
    assertThat(new GeminiDialect().supports(MediaKind.VIDEO, "video/mp4")).isTrue();
    assertThat(new OllamaDialect().supports(MediaKind.AUDIO, "audio/wav")).isFalse();
    assertThat(new BedrockDialect().supports(MediaKind.DOCUMENT, "text/csv")).isTrue();
  }

  @Test
  void sendsDeepSeekNoMediaAndMistralImagesOnly() {
    assertThat(new DeepSeekDialect().supports(MediaKind.IMAGE, "image/png")).isFalse();
    assertThat(new MistralDialect().supports(MediaKind.IMAGE, "image/png")).isTrue();
    assertThat(new MistralDialect().supports(MediaKind.DOCUMENT, "application/pdf")).isFalse();
  }

  @Test
  void readsReasoningOfDeepSeekMistralAndBedrock() {
    AssistantMessage deepSeek =
        new DeepSeekAssistantMessage.Builder().content("42").reasoningContent("Six times").build();
    assertThat(read(new DeepSeekDialect(), deepSeek))
        .isEqualTo(new ProviderDialect.GenerationPart("42", "reasoning_content", "Six times"));
    assertThat(read(new DeepSeekDialect(), new AssistantMessage("42")))
        .isEqualTo(new ProviderDialect.GenerationPart("42", null, ""));
    assertThat(read(new MistralDialect(), message(Map.of("thinking_content", "Six times"))))
        .isEqualTo(new ProviderDialect.GenerationPart("42", "thinking_content", "Six times"));
    assertThat(read(new BedrockDialect(), BedrockMessages.reasoned("42", "Six times", "s")))
        .isEqualTo(new ProviderDialect.GenerationPart("42", "reasoning_content", "Six times"));
    assertThat(read(new BedrockDialect(), BedrockMessages.reasoned("42", null, null)))
        .as("redacted")
        .isEqualTo(new ProviderDialect.GenerationPart("42", null, ""));
    assertThat(read(new BedrockDialect(), new AssistantMessage("42")))
        .isEqualTo(new ProviderDialect.GenerationPart("42", null, ""));
  }

  @Test
  void saysAProvidersOwnUsageAsItCame() {
    CompletionUsage openai =
        CompletionUsage.builder()
            .promptTokens(2)
            .completionTokens(3)
            .totalTokens(5)
            .putAdditionalProperty("queue_time", com.openai.core.JsonValue.from(0.5))
            .build();
    assertThat(usage(new OpenAiDialect(), openai))
        .contains("\"completion_tokens\":3", "\"queue_time\":0.5");
    Usage anthropic =
        Usage.builder()
            .inputTokens(2)
            .outputTokens(3)
            .cacheCreation(Optional.empty())
            .cacheCreationInputTokens(7L)
            .cacheReadInputTokens(0L)
            .inferenceGeo(Optional.empty())
            .outputTokensDetails(Optional.empty())
            .serverToolUse(Optional.empty())
            .serviceTier(Usage.ServiceTier.STANDARD)
            .build();
    assertThat(usage(new AnthropicDialect(), anthropic))
        .contains("\"cache_creation_input_tokens\":7", "\"service_tier\":\"standard\"");
    assertThat(
            usage(
                new GeminiDialect(),
                GenerateContentResponseUsageMetadata.builder().thoughtsTokenCount(9).build()))
        .isEqualTo("{\"thoughtsTokenCount\":9}");
    assertThat(usage(new GenericDialect(), Map.of("tokens", 1))).isEqualTo("{\"tokens\":1}");
    assertThat(new GenericDialect().nativeUsage(new Object())).isNull();
  }

  private static String usage(ProviderDialect dialect, Object usage) {
    return dialect.nativeUsage(usage).text();
  }

  private static ProviderDialect.GenerationPart read(
      ProviderDialect dialect, AssistantMessage message) {
    return dialect.read(new Generation(message));
  }

  private static AssistantMessage message(Map<String, Object> metadata) {
    return AssistantMessage.builder().content("42").properties(metadata).build();
  }

  @Test
  void encodesAToolsResultForGeminiAsJson() {
    assertThat(new GeminiDialect().encodeToolResponse("a \"b\"\n<c>"))
        .isEqualTo("\"a \\\"b\\\"\\n<c>\"");
    assertThat(new OpenAiDialect().encodeToolResponse("a \"b\"")).isEqualTo("a \"b\"");
  }

  @Test
  void foldsUnsupportedTrailingSystemText() {
    assertThat(new OpenAiDialect().systemPlacement())
        .isEqualTo(ProviderDialect.SystemPlacement.IN_PLACE);
    assertThat(new OllamaDialect().systemPlacement())
        .isEqualTo(ProviderDialect.SystemPlacement.IN_PLACE);
    for (ProviderDialect dialect :
        List.of(
            new AnthropicDialect(),
            new GeminiDialect(),
            new BedrockDialect(),
            new MistralDialect())) {
      assertThat(dialect.systemPlacement()).isEqualTo(ProviderDialect.SystemPlacement.LEADING);
    }
  }

  @Test
  void setsTheToolChoiceInTheProvidersOwnForm() {
    OpenAiChatOptions.Builder openai = OpenAiChatOptions.builder();
    new OpenAiDialect().choose(openai, ToolChoice.function("weather"));
    assertThat(openai.build().getToolChoice().toString()).contains("\"weather\"", "\"function\"");
    new OpenAiDialect().choose(openai, ToolChoice.required());
    assertThat(openai.build().getToolChoice()).isEqualTo("required");
    new OpenAiDialect().choose(openai, ToolChoice.allowedTools(List.of("weather")));
    assertThat(openai.build().getToolChoice().toString()).contains("weather");

    AnthropicChatOptions.Builder anthropic = AnthropicChatOptions.builder();
    new AnthropicDialect().choose(anthropic, ToolChoice.required());
    assertThat(anthropic.build().getToolChoice().isAny()).isTrue();
    new AnthropicDialect().choose(anthropic, ToolChoice.function("weather"));
    assertThat(anthropic.build().getToolChoice().asTool().name()).isEqualTo("weather");
    assertThatThrownBy(
            () ->
                new AnthropicDialect()
                    .choose(anthropic, ToolChoice.allowedTools(List.of("weather"))))
        .hasMessageContaining("allowed_tools");
  }

  @Test
  void knowsARefusalOfItsOwnReasoning() {
    assertThat(new AnthropicDialect().rejectsReplay(failure(400, "Invalid `signature` in block")))
        .isTrue();
    assertThat(new AnthropicDialect().rejectsReplay(failure(429, "signature"))).isFalse();
    assertThat(new GeminiDialect().rejectsReplay(failure(400, "missing a thought_signature")))
        .isTrue();
    assertThat(new BedrockDialect().rejectsReplay(failure(400, "Invalid thinking block"))).isTrue();
    assertThat(new DeepSeekDialect().rejectsReplay(failure(400, "drop `reasoning_content`")))
        .isTrue();
    assertThat(new DeepSeekDialect().rejectsReplay(failure(400, "Missing `reasoning_content`")))
        .isFalse();
    assertThat(new GenericDialect().rejectsReplay(failure(400, "reasoning"))).isFalse();
  }

  private static ProviderFailure failure(int status, String detail) {
    return new ProviderFailure(ProviderFailure.Kind.HTTP, status, detail, Duration.ZERO);
  }

  private static String id(ChatOptions options) {
    return ProviderDialects.builtIn().of(options).id();
  }
}
