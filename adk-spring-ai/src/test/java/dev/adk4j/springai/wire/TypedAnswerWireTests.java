package dev.adk4j.springai.wire;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.answer.AnswerType;
import dev.adk4j.answer.TypeRef;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.springai.chat.Agent;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.springai.chat.LlmExecutorOptions;
import dev.adk4j.test.EventRecorder;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** Answers of Java types in the formats of three providers, through Spring AI's own models. */
class TypedAnswerWireTests {

  enum Status {
    OPEN,
    PAID
  }

  record Item(String name, BigDecimal price, @Nullable Status status) {}

  record Order(
      UUID id,
      LocalDate day,
      Optional<String> note,
      List<Item> items,
      Map<String, Integer> counts) {}

  sealed interface Lookup {}

  record Found(int number, Item item) implements Lookup {}

  record Missing(@Nullable String reason) implements Lookup {}

  record Node(String name, List<Node> children) {}

  /** An answer of some type, and what becomes of it. */
  record Sample(String name, AnswerType<?> type, String json, Object value) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final String ID = "6d1c1b0e-8d3f-4c4e-9a57-1f6fd8f1a111";
  private static final Item TEA = new Item("Tea", new BigDecimal("1.25"), null);
  private static final String TEA_JSON = "{\"name\":\"Tea\",\"price\":1.25,\"status\":null}";

  private static final List<Sample> SAMPLES =
      List.of(
          new Sample(
              "object",
              AnswerType.of(Order.class),
              "{\"id\":\""
                  + ID
                  + "\",\"day\":\"2026-01-31\",\"note\":null,\"items\":["
                  + TEA_JSON
                  + "],\"counts\":[{\"key\":\"tea\",\"value\":3}]}",
              new Order(
                  UUID.fromString(ID),
                  LocalDate.of(2026, 1, 31),
                  Optional.empty(),
                  List.of(TEA),
                  Map.of("tea", 3))),
          new Sample(
              "list",
              AnswerType.of(new TypeRef<List<Item>>() {}),
              "{\"value\":[" + TEA_JSON + "]}",
              List.of(TEA)),
          new Sample("enum", AnswerType.of(Status.class), "{\"value\":\"PAID\"}", Status.PAID),
          new Sample("scalar", AnswerType.of(int.class), "{\"value\":7}", 7),
          new Sample(
              "sealed",
              AnswerType.of(Lookup.class),
              "{\"value\":{\"type\":\"Found\",\"number\":7,\"item\":" + TEA_JSON + "}}",
              new Found(7, TEA)),
          new Sample(
              "optional sealed",
              AnswerType.of(new TypeRef<Optional<Lookup>>() {}),
              "{\"value\":null}",
              Optional.empty()),
          new Sample(
              "recursive",
              AnswerType.of(Node.class),
              "{\"name\":\"a\",\"children\":[{\"name\":\"b\",\"children\":[]}]}",
              new Node("a", List.of(new Node("b", List.of())))));

  private static final List<Boolean> BOTH = List.of(true, false);
  private static final List<Boolean> STREAMED = List.of(true);

  private final RecordedServer server = RecordedServer.start();

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  static Stream<Arguments> everything() {
    return Stream.of("openai", "anthropic", "gemini")
        .flatMap(
            provider ->
                SAMPLES.stream()
                    .flatMap(
                        sample ->
                            (sample == SAMPLES.getFirst() ? BOTH : STREAMED)
                                .stream()
                                    .map(streamed -> Arguments.of(provider, sample, streamed))));
  }

  static Stream<Arguments> providers() {
    return Stream.of("openai", "anthropic", "gemini")
        .flatMap(p -> Stream.of(true, false).map(streamed -> Arguments.of(p, streamed)));
  }

  @ParameterizedTest
  @MethodSource("everything")
  void answersWithoutTools(String provider, Sample sample, boolean streamed) throws Exception {
    answer(provider, sample, streamed, false);
    Agent agent = agent(provider, streamed).without("weather").answering(sample.type());

    EventRecorder events = agent.ask("go");

    assertThat(events).hasNoErrors().isWellFormed().dispatchEndedWith(DispatchStatus.ACK);
    assertThat((Object) sample.type().read(agent.answers().getLast())).isEqualTo(sample.value());
    assertThat(server.requests()).hasSize(1);
    assertTakenBy(provider, sample, false, server.requests().getFirst());
  }

  @ParameterizedTest
  @MethodSource("everything")
  void answersWithThreeToolCallsInBetween(String provider, Sample sample, boolean streamed)
      throws Exception {
    for (String city : List.of("Oslo", "Rome", "Lima")) {
      ProviderAnswers.of(provider).call(server, streamed, "weather", "{\"city\":\"" + city + "\"}");
    }
    answer(provider, sample, streamed, true);
    Agent agent = agent(provider, streamed).answering(sample.type());

    EventRecorder events = agent.ask("go");

    assertThat(events).hasNoErrors().isWellFormed().dispatchEndedWith(DispatchStatus.ACK);
    assertThat((Object) sample.type().read(agent.answers().getLast())).isEqualTo(sample.value());
    assertThat(agent.toolCalls()).hasSize(3).noneMatch(ToolCall::isError);
    assertThat(server.requests())
        .hasSize(4)
        .allSatisfy(request -> assertTakenBy(provider, sample, true, request));
  }

  @ParameterizedTest
  @MethodSource("providers")
  void mendsAWrongAnswerWithoutRunningToolsAgain(String provider, boolean streamed)
      throws Exception {
    Sample sample = SAMPLES.getFirst();
    ProviderAnswers answers = ProviderAnswers.of(provider);
    answers.call(server, streamed, "weather", "{\"city\":\"Oslo\"}");
    String wrong = sample.json().replace("1.25", "\"cheap\"");
    if (provider.equals("gemini")) {
      answers.call(server, streamed, "give_answer", wrong);
    } else {
      answers.say(server, streamed, wrong, answers.stop);
    }
    answer(provider, sample, streamed, true);
    Agent agent = agent(provider, streamed).answering(sample.type());

    EventRecorder events = agent.ask("go");

    assertThat(events).hasNoErrors().isWellFormed().dispatchEndedWith(DispatchStatus.ACK);
    assertThat((Object) sample.type().read(agent.answers().getLast())).isEqualTo(sample.value());
    assertThat(agent.answers()).hasSize(1);
    assertThat(agent.toolCalls()).hasSize(1);
    assertThat(agent.stats()).extracting(GenerationStats::totalTokens).containsOnly(32L).hasSize(3);
    assertThat(server.requests()).hasSize(3);
    assertThat(server.requests().getLast().toString())
        .contains("cheap", "$.items[0].price must be number");
    assertTakenBy(provider, sample, true, server.requests().getLast());
  }

  @ParameterizedTest
  @MethodSource("providers")
  void saysThatAnAnswerWasCut(String provider, boolean streamed) throws Exception {
    Sample sample = SAMPLES.getFirst();
    ProviderAnswers answers = ProviderAnswers.of(provider);
    answers.say(server, streamed, sample.json().substring(0, 60), answers.cut);
    Agent agent = agent(provider, streamed).without("weather").answering(sample.type());

    assertThat(agent.ask("go")).hasErrors(AdkErrorCode.E_ANSWER_CUT);
    assertThat(server.requests()).hasSize(1);
    assertThat(agent.answers()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("providers")
  void saysThatTheModelRefused(String provider, boolean streamed) throws Exception {
    ProviderAnswers answers = ProviderAnswers.of(provider);
    answers.say(server, streamed, "I cannot help with that.", answers.refused);
    Agent agent = agent(provider, streamed).without("weather").answering(SAMPLES.getFirst().type());

    assertThat(agent.ask("go")).hasErrors(AdkErrorCode.E_ANSWER_REFUSED);
    assertThat(server.requests()).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("providers")
  void streamsTheTextOfAnAnswer(String provider, boolean streamed) throws Exception {
    Sample sample = SAMPLES.getFirst();
    answer(provider, sample, streamed, false);
    Agent agent = agent(provider, streamed).without("weather").answering(sample.type());

    EventRecorder events = agent.ask("go");

    assertThat(events).said(sample.json());
    assertThat(events.events(TurnEvent.MESSAGE)).hasSize(streamed ? 3 : 1);
  }

  /** Gemini is asked by a tool where there are tools, and Anthropic for what contains itself. */
  private void answer(String provider, Sample sample, boolean streamed, boolean tools) {
    ProviderAnswers answers = ProviderAnswers.of(provider);
    if (isAskedByTool(provider, sample, tools)) {
      answers.call(server, streamed, "give_answer", sample.json());
    } else {
      answers.say(server, streamed, sample.json(), answers.stop);
    }
  }

  private static boolean isAskedByTool(String provider, Sample sample, boolean tools) {
    boolean recursive = sample.type().isRecursive();
    return provider.equals("gemini") && tools && !recursive
        || provider.equals("anthropic") && recursive;
  }

  private static void assertTakenBy(
      String provider, Sample sample, boolean tools, JsonNode request) {
    if (provider.equals("gemini") && sample.type().isRecursive()) {
      assertThat(request.at("/systemInstruction/parts/0/text").stringValue())
          .contains(sample.type().schema().text());
      assertThat(request.at("/generationConfig/responseJsonSchema").isMissingNode()).isTrue();
      return;
    }
    boolean byTool = isAskedByTool(provider, sample, tools);
    JsonNode schema = byTool ? toolSchema(provider, request) : format(provider, request);
    if (provider.equals("gemini")) {
      assertThat(GeminiSchema.strict(schema)).isEqualTo(GeminiSchema.of(sample.type()));
    } else {
      ObjectNode sent = (ObjectNode) sample.type().schema().node();
      if (byTool) {
        sent = (ObjectNode) sample.type().toolSchema().node();
        assertThat(sent.toString()).contains("\"$ref\":\"#\"").doesNotContain("$defs");
        sent.remove("additionalProperties");
      }
      assertThat(schema).isEqualTo(sent);
    }
    assertThat(schema.path("type").asString().toLowerCase()).isEqualTo("object");
    assertThat(schema.has("anyOf")).isFalse();
    JsonNode other = byTool ? format(provider, request) : toolSchema(provider, request);
    assertThat(other.isMissingNode()).isTrue();
  }

  private static JsonNode format(String provider, JsonNode request) {
    return switch (provider) {
      case "openai" -> {
        JsonNode format = request.path("response_format");
        assertThat(format.path("type").asString("json_schema")).isEqualTo("json_schema");
        assertThat(format.isMissingNode() || format.at("/json_schema/strict").booleanValue(false))
            .isTrue();
        yield format.at("/json_schema/schema");
      }
      case "anthropic" -> request.at("/output_config/format/schema");
      case "gemini" -> request.at("/generationConfig/responseJsonSchema");
      default -> throw new IllegalArgumentException(provider);
    };
  }

  private static JsonNode toolSchema(String provider, JsonNode request) {
    Stream<JsonNode> tools =
        switch (provider) {
          case "openai" -> request.path("tools").valueStream().map(tool -> tool.get("function"));
          case "gemini" -> request.at("/tools/0/functionDeclarations").valueStream();
          default -> request.path("tools").valueStream();
        };
    return tools
        .filter(tool -> tool.path("name").asString().equals("give_answer"))
        .findFirst()
        .map(tool -> tool.path(provider.equals("anthropic") ? "input_schema" : "parameters"))
        .orElse(MissingNode.getInstance());
  }

  private Agent agent(String provider, boolean streamed) {
    return new Agent(
        ChatModelExecutor.builder(RecordedModels.of(provider, server.url()))
            .options(LlmExecutorOptions.builder().autoAck(true).stream(streamed).build())
            .build());
  }
}
