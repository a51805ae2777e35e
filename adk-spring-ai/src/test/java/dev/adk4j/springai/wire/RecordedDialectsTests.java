package dev.adk4j.springai.wire;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.abort.AbortController;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.springai.chat.Agent;
import dev.adk4j.test.EventRecorder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * What providers and gateways say in their own ways, played as it comes over the wire, through
 * Spring AI's own models and clients. The shapes are in {@code llm/recorded}, by who speaks them.
 */
class RecordedDialectsTests {

  private static final List<String> CITIES = List.of("Oslo", "Rome", "Lima");

  @AutoClose private final RecordedServer server = RecordedServer.start();

  /** Some number calls anew in each answer, and some give calls no id at all. */
  @ParameterizedTest
  @CsvSource({
    "openai, openai-counted.sse, openai-done.sse",
    "openai, kimi-counted.sse, openai-done.sse",
    "anthropic, anthropic-counted.sse, anthropic-done.sse",
    "gemini, gemini-counted.sse, gemini-done.sse",
    "ollama, ollama-counted.ndjson, ollama-done.ndjson"
  })
  void everyCallKeepsItsResultWithRepeatedIds(String model, String call, String done)
      throws Exception {
    Agent agent = agent(model, true);

    for (String city : CITIES) {
      server.stream(shape(call).replace("%CITY%", city));
      server.stream(shape(done).replace("%CITY%", city));
      assertThat(agent.ask("weather in " + city))
          .hasNoErrors()
          .isWellFormed()
          .dispatchEndedWith(DispatchStatus.ACK);
    }

    assertThat(agent.toolCalls()).extracting(ToolCall::id).doesNotHaveDuplicates();
    assertThat(agent.toolCalls())
        .extracting(made -> result(made))
        .containsExactly("rain in Oslo", "rain in Rome", "rain in Lima");
    assertThat(agent.answers())
        .containsExactly("It rains in Oslo.", "It rains in Rome.", "It rains in Lima.");
    assertThat(server.requests()).hasSize(6);
    assertThat(exchanges(model, server.requests().getLast()))
        .containsExactly("Oslo: rain in Oslo", "Rome: rain in Rome", "Lima: rain in Lima");
  }

  /** The first two pieces are equal: what a gateway repeats is not what it said again. */
  @ParameterizedTest
  @CsvSource({
    "openai, deepseek-reasoning.sse",
    "openai, openrouter-reasoning.sse",
    "openai, vllm-reasoning.sse",
    "anthropic, anthropic-reasoning.sse",
    "gemini, gemini-reasoning.sse",
    "ollama, ollama-reasoning.ndjson"
  })
  void streamedReasoningArrivesPieceByPieceBeforeTheAnswer(String model, String shape)
      throws Exception {
    server.stream(shape(shape));
    Agent agent = agent(model, true);
    List<String> order = new ArrayList<>();

    EventRecorder events =
        agent.ask(
            "think",
            new AbortController(),
            call ->
                call.on(TurnEvent.THOUGHT, piece -> order.add("thought " + piece.isComplete()))
                    .on(TurnEvent.MESSAGE, piece -> order.add("message " + piece.isComplete())));

    assertThat(events).hasNoErrors().isWellFormed().said("Forty-two.");
    assertThat(agent.answers()).containsExactly("Forty-two.");
    assertThat(agent.thoughts())
        .singleElement()
        .satisfies(
            thought -> assertThat(thought.content().value()).isEqualTo("haha, six times seven."));
    assertThat(order.stream().filter("thought false"::equals)).hasSize(3);
    assertThat(order.indexOf("thought false")).isLessThan(order.indexOf("message false"));
    assertThat(order.indexOf("thought true")).isLessThan(order.indexOf("message true"));
    assertThat(agent.thoughts().getFirst().createdAt())
        .isBeforeOrEqualTo(agent.messages().getLast().createdAt());
  }

  /** OpenAI says in a member of its own what Anthropic says with a reason and no words. */
  @ParameterizedTest
  @CsvSource({
    "openai, openai-refusal.sse, I cannot help with that., stop",
    "openai, openai-refusal.json, I cannot help with that., stop",
    "anthropic, anthropic-refusal.sse, '', refusal"
  })
  void refusalIsAnAnswerOrAReason(String model, String shape, String said, String reason)
      throws Exception {
    play(shape);
    Agent agent = agent(model, shape.endsWith(".sse"));

    assertThat(agent.ask("do something bad")).hasNoErrors().dispatchEndedWith(DispatchStatus.ACK);
    assertThat(String.join("", agent.answers())).isEqualTo(said);
    assertThat(agent.stats().getFirst().finishReason()).isEqualTo(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "openai, openai-filtered.sse, content_filter",
    "openai, openai-filtered.json, content_filter",
    "gemini, gemini-filtered.sse, safety",
    "gemini, gemini-filtered.json, safety",
    "anthropic, anthropic-refusal.sse, refusal"
  })
  void filteredAnswerSaysWhy(String model, String shape, String reason) throws Exception {
    play(shape);
    Agent agent = agent(model, shape.endsWith(".sse"));

    assertThat(agent.ask("do something bad")).hasNoErrors().dispatchEndedWith(DispatchStatus.ACK);
    assertThat(agent.messages()).hasSize(1);
    assertThat(agent.stats().getFirst().finishReason()).isEqualTo(reason);
    assertThat(String.valueOf(agent.logged("empty-generation").payload())).contains(reason);
  }

  /** A candidate without content: Spring AI cannot read it, so that the reason is lost. */
  @ParameterizedTest
  @ValueSource(strings = {"gemini-filtered-bare.sse", "gemini-filtered-bare.json"})
  void treatsAFilteredAnswerWithoutContentAsUnreadable(String shape) throws Exception {
    play(shape);
    Agent agent = agent("gemini", shape.endsWith(".sse"));

    assertThat(agent.ask("do something bad"))
        .hasErrors(LlmErrorCode.E_LLM_STREAM_ERROR)
        .dispatchEndedWith(DispatchStatus.NACK);
    assertThat(agent.messages()).hasSize(1);
  }

  @Test
  void filteredPromptIsRefusedWithTheProvidersWords() {
    server.json(400, shape("azure-filtered-400.json"));
    Agent agent = agent("openai", true);

    assertThat(agent.ask("do something bad")).hasErrors(LlmErrorCode.E_LLM_PROVIDER_ERROR);
    assertThat(agent.errors().getFirst().args().getFirst()).isEqualTo(400);
    assertThat(agent.errors().getFirst().args().get(1).toString()).contains("content_filter");
  }

  /** A prompt that Gemini blocks has no candidate at all, and Spring AI hands on no reason. */
  @Test
  void blockedPromptOfGeminiHasNoAnswer() throws Exception {
    server.stream(shape("gemini-blocked.sse"));
    Agent agent = agent("gemini", true);

    assertThat(agent.ask("do something bad"))
        .hasErrors(LlmErrorCode.E_LLM_STREAM_ERROR)
        .dispatchEndedWith(DispatchStatus.NACK);
    assertThat(agent.messages()).hasSize(1);
  }

  /** Prompt tokens are all there are, also where the provider counts those of its cache apart. */
  @ParameterizedTest
  @CsvSource({
    "openai, openai-cached.sse, 300, 1920, , 192",
    "openai, openai-cached.json, 300, 1920, , 192",
    "anthropic, anthropic-cached.sse, 300, 1820, 100, ",
    "anthropic, anthropic-cached.json, 300, 1820, 100, ",
    "gemini, gemini-cached.sse, 108, 1920, , 192",
    "gemini, gemini-cached.json, 108, 1920, , 192"
  })
  void cachedAndReasoningTokensAreCounted(
      String model, String shape, long completion, Long read, Long written, Long reasoning)
      throws Exception {
    play(shape);
    Agent agent = agent(model, shape.endsWith(".sse"));

    agent.ask("count");

    GenerationStats stats = agent.stats().getFirst();
    assertThat(stats.promptTokens()).isEqualTo(2006);
    assertThat(stats.completionTokens()).isEqualTo(completion);
    assertThat(stats.totalTokens()).isEqualTo(2306);
    assertThat(stats.cacheReadTokens()).isEqualTo(read);
    assertThat(stats.cacheWriteTokens()).isEqualTo(written);
    assertThat(stats.reasoningTokens()).isEqualTo(reasoning);
  }

  @ParameterizedTest
  @CsvSource({
    "openai, openai-error.sse",
    "openai, openrouter-error.sse",
    "openai, openai-cut.sse",
    "anthropic, anthropic-error.sse",
    "anthropic, anthropic-cut.sse",
    "gemini, gemini-error.sse",
    "gemini, gemini-cut.sse",
    "ollama, ollama-error.ndjson",
    "ollama, ollama-cut.ndjson"
  })
  void storesNothingOfAFailedAnswer(String model, String shape) throws Exception {
    server.stream(shape(shape));
    Agent agent = agent(model, true);

    EventRecorder events = agent.ask("fail");

    assertThat(events)
        .hasErrors(LlmErrorCode.E_LLM_STREAM_ERROR)
        .dispatchEndedWith(DispatchStatus.NACK);
    assertThat(events.completedMessages()).isEmpty();
    assertThat(agent.answers()).isEmpty();
    assertThat(server.requests()).hasSize(1);
  }

  private Agent agent(String model, boolean streamed) {
    return Agent.of(
        RecordedModels.of(model, server.url()),
        options -> Agent.tellingErrors(options).stream(streamed));
  }

  private void play(String shape) {
    if (shape.endsWith(".json")) {
      server.json(200, shape(shape));
    } else {
      server.stream(shape(shape));
    }
  }

  private static String shape(String name) {
    try {
      return Files.readString(
          Path.of("src/test/resources/llm/recorded", name), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String result(ToolCall call) throws IOException {
    ToolResults.Artifacts results = (ToolResults.Artifacts) call.results();
    return results.items().getFirst().asString();
  }

  /** The calls of a request with the results that the provider finds for them. */
  private static List<String> exchanges(String model, JsonNode request) {
    return switch (model) {
      case "openai" -> openAi(request.get("messages"));
      case "anthropic" -> anthropic(request.get("messages"));
      case "gemini" -> inOrder(request.get("contents"), "parts");
      case "ollama" -> inOrder(request.get("messages"), "tool_calls");
      default -> throw new IllegalArgumentException(model);
    };
  }

  private static List<String> openAi(JsonNode messages) {
    List<String> exchanges = new ArrayList<>();
    for (JsonNode message : messages) {
      for (JsonNode call : message.path("tool_calls")) {
        String id = call.get("id").stringValue();
        List<JsonNode> results =
            messages
                .valueStream()
                .filter(m -> m.path("tool_call_id").stringValue("").equals(id))
                .toList();
        assertThat(results).as("results of " + id).hasSize(1);
        exchanges.add(
            exchange(
                call.at("/function/arguments").stringValue(), results.getFirst().get("content")));
      }
    }
    return exchanges;
  }

  private static List<String> anthropic(JsonNode messages) {
    List<JsonNode> blocks =
        messages
            .valueStream()
            .filter(message -> message.get("content").isArray())
            .flatMap(message -> message.get("content").valueStream())
            .toList();
    List<String> exchanges = new ArrayList<>();
    for (JsonNode call : blocks) {
      if (call.path("type").stringValue("").equals("tool_use")) {
        String id = call.get("id").stringValue();
        List<JsonNode> results =
            blocks.stream()
                .filter(block -> block.path("tool_use_id").stringValue("").equals(id))
                .toList();
        assertThat(results).as("results of " + id).hasSize(1);
        exchanges.add(exchange(call.get("input").toString(), results.getFirst().get("content")));
      }
    }
    return exchanges;
  }

  /** Without ids a call's result is what follows it. */
  private static List<String> inOrder(JsonNode messages, String member) {
    List<String> exchanges = new ArrayList<>();
    String call = null;
    for (JsonNode message : messages) {
      String text = message.toString();
      if (message.path(member).toString().contains("city")) {
        call = message.path(member).toString();
      } else if (call != null) {
        assertThat(text).contains("rain in");
        exchanges.add(exchange(call, message));
        call = null;
      }
    }
    return exchanges;
  }

  private static String exchange(String call, JsonNode result) {
    String asked = CITIES.stream().filter(call::contains).findFirst().orElse("nothing");
    String told =
        CITIES.stream()
            .map(city -> "rain in " + city)
            .filter(result.toString()::contains)
            .findFirst()
            .orElse("nothing");
    return asked + ": " + told;
  }
}
