package dev.adk4j.springai.chat;

import static dev.adk4j.springai.chat.ScriptedChatModel.call;
import static dev.adk4j.springai.chat.ScriptedChatModel.calls;
import static dev.adk4j.springai.chat.ScriptedChatModel.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.adk4j.event.GenerationStats;
import dev.adk4j.springai.dialect.GenericDialect;
import dev.adk4j.springai.dialect.ProviderDialect;
import dev.adk4j.springai.dialect.ProviderDialects;
import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

class AnswerCollectorTests {

  @Test
  void takesAllGenerationsOfAResponseForOneAnswer() {
    ModelAnswer answer =
        collect(
            new GenericDialect(),
            new ChatResponse(
                List.of(
                    new Generation(new AssistantMessage("one ")),
                    new Generation(new AssistantMessage("two")))));

    assertThat(answer.text()).isEqualTo("one two");
  }

  @Test
  void putsFragmentsOfACallTogether() {
    ModelAnswer answer =
        collect(
            new GenericDialect(),
            calls(call("a", "weather", "{\"ci")),
            calls(call("", "", "ty\":")),
            calls(call("a", "", "\"Oslo\"}")),
            calls(call("b", "weather", "{}")));

    assertThat(answer.toolCalls())
        .extracting(AssistantMessage.ToolCall::arguments)
        .containsExactly("{\"city\":\"Oslo\"}", "{}");
  }

  @Test
  void doesNotTakeACallOfAnotherToolForAFragment() {
    ModelAnswer answer =
        collect(
            new GenericDialect(),
            calls(call("call_0", "clock", ""), call("call_0", "weather", "{\"city\":\"Oslo\"}")));

    assertThat(answer.toolCalls())
        .extracting(AssistantMessage.ToolCall::name, AssistantMessage.ToolCall::arguments)
        .containsExactly(tuple("clock", ""), tuple("weather", "{\"city\":\"Oslo\"}"));
  }

  @Test
  void ignoresARepeatedCallAndKeepsAnotherWithTheSameId() {
    ModelAnswer answer =
        collect(
            new GenericDialect(),
            calls(call("a", "weather", "{\"city\":\"Oslo\"}")),
            calls(call("a", "weather", "{\"city\":\"Oslo\"}")),
            calls(call("a", "weather", "{\"city\":\"Rome\"}")));

    assertThat(answer.toolCalls()).hasSize(2);
  }

  @Test
  void readsRepeatedAndIncrementalReasoning() {
    assertThat(
            collect(
                    ProviderDialects.builtIn().named("openai"),
                    withMetadata("", Map.of("reasoningContent", "Six")),
                    withMetadata("", Map.of("reasoningContent", "Six times")),
                    withMetadata("42", Map.of("reasoningContent", "Six times seven")))
                .reasoning())
        .containsExactly(Map.entry("reasoningContent", "Six times seven"));
    assertThat(
            collect(
                    ProviderDialects.builtIn().named("ollama"),
                    withMetadata("", Map.of("thinking", "Six ")),
                    withMetadata("42", Map.of("thinking", "times seven")))
                .reasoning())
        .containsExactly(Map.entry("thinking", "Six times seven"));
  }

  @Test
  void readsOnlyTheNamedSourcesInOrder() {
    LlmExecutorOptions named =
        LlmExecutorOptions.builder()
            .reasoningSources(List.of("reasoning", "reasoning_content"))
            .build();
    ChatResponse first =
        withMetadata(
            "4", Map.of("reasoning_content", "Six ", "reasoning", "Six", "reasoningContent", "no"));
    ChatResponse second =
        withMetadata("2", Map.of("reasoning_content", "times", "reasoning", "Six times seven"));

    ModelAnswer answer = collect(named, ProviderDialects.builtIn().named("openai"), first, second);

    assertThat(answer.text()).isEqualTo("42");
    assertThat(answer.reasoning())
        .containsExactly(
            Map.entry("reasoning", "Six times seven"), Map.entry("reasoning_content", "Six times"));
  }

  @Test
  void mergesEqualReasoningIntoAThoughtOfTheFirstSource() {
    LlmExecutorOptions named =
        LlmExecutorOptions.builder().reasoningSources(List.of("thinking", "reasoning")).build();

    assertThat(
            collect(
                    named,
                    ProviderDialects.builtIn().named("ollama"),
                    withMetadata("", Map.of("reasoning", "Six")),
                    withMetadata("42", Map.of("thinking", "Six")))
                .reasoning())
        .containsExactly(Map.entry("thinking", "Six"));
  }

  @Test
  void keepsAnthropicsThinkingOutOfTheAnswer() {
    ModelAnswer answer =
        collect(
            ProviderDialects.builtIn().named("anthropic"),
            withMetadata("Six times", Map.of("thinking", true)),
            withMetadata(" seven", Map.of("thinking", true)),
            withMetadata(null, Map.of("signature", "s")),
            withMetadata(null, Map.of("data", "redacted")),
            text("42"));

    assertThat(answer.text()).isEqualTo("42");
    assertThat(answer.reasoning().values()).containsExactly("Six times seven");
  }

  @Test
  void sendsGeminisSignaturesBackWithItsCalls() {
    byte[] signature = {1, 2};
    ModelAnswer answer =
        collect(
            ProviderDialects.builtIn().named("gemini"),
            withMetadata("hm", Map.of("isThought", true)),
            new ChatResponse(
                List.of(
                    new Generation(
                        AssistantMessage.builder()
                            .content("")
                            .properties(Map.of("thoughtSignatures", List.of(signature)))
                            .toolCalls(List.of(call("", "weather", "{}")))
                            .build()))));

    assertThat(answer.reasoning().values()).containsExactly("hm");
    assertThat(answer.replay()).containsOnlyKeys("thoughtSignatures");
  }

  @Test
  void sendsNothingBackWithoutCalls() {
    assertThat(
            collect(
                    ProviderDialects.builtIn().named("openai"),
                    withMetadata("42", Map.of("reasoningContent", "Six times")))
                .replay())
        .isEmpty();
  }

  @Test
  void doesNotTakeUnknownForAReason() {
    ChatResponse chunk =
        new ChatResponse(
            List.of(
                new Generation(
                    new AssistantMessage("x"),
                    ChatGenerationMetadata.builder().finishReason("_UNKNOWN").build())));

    assertThat(collect(ProviderDialects.builtIn().named("openai"), chunk).finishReason()).isNull();
  }

  @Test
  void mergesUsageOfAllChunks() {
    GenerationStats stats =
        collect(
                new GenericDialect(),
                usage(new DefaultUsage(2, 0, 2, Map.of("input", 2, "output", 0))),
                usage(new DefaultUsage(2, 3, 5, Map.of("output", 3, "cached", true))),
                usage(new DefaultUsage(0, 0, 0, Map.of("input", 0))))
            .stats();

    assertThat(stats.totalTokens()).isEqualTo(5);
    assertThat(stats.raw())
        .isEqualTo(
            JsonValue.of(
                Map.of("id", "r", "usage", Map.of("input", 2, "output", 3, "cached", true))));
  }

  private static ChatResponse usage(Usage usage) {
    return new ChatResponse(List.of(), ChatResponseMetadata.builder().id("r").usage(usage).build());
  }

  private static ChatResponse withMetadata(String text, Map<String, Object> metadata) {
    return new ChatResponse(
        List.of(
            new Generation(AssistantMessage.builder().content(text).properties(metadata).build())));
  }

  private static ModelAnswer collect(ProviderDialect dialect, ChatResponse... chunks) {
    return collect(LlmExecutorOptions.DEFAULT, dialect, chunks);
  }

  private static ModelAnswer collect(
      LlmExecutorOptions options, ProviderDialect dialect, ChatResponse... chunks) {
    AnswerCollector collector = new AnswerCollector(dialect, AnswerListener.SILENT, options, true);
    for (ChatResponse chunk : chunks) {
      collector.add(chunk);
    }
    return collector.answer("requested");
  }
}
