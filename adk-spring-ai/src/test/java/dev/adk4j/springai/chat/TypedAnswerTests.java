package dev.adk4j.springai.chat;

import static dev.adk4j.springai.chat.ScriptedChatModel.call;
import static dev.adk4j.springai.chat.ScriptedChatModel.calls;
import static dev.adk4j.springai.chat.ScriptedChatModel.end;
import static dev.adk4j.springai.chat.ScriptedChatModel.text;
import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.answer.AnswerType;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.springai.dialect.AnswerMode;
import dev.adk4j.springai.dialect.ToolChoice;
import dev.adk4j.test.EventRecorder;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.StructuredOutputChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.ToolCallback;

class TypedAnswerTests {

  record Order(int number, @Nullable String note) {}

  record Node(String name, List<Node> children) {}

  private static final AnswerType<Order> ORDER = AnswerType.of(Order.class);
  private static final String RIGHT = "{\"number\": 4711, \"note\": null}";
  private static final String WRONG = "{\"number\": \"many\", \"note\": null}";
  private static final Order VALUE = new Order(4711, null);

  private final ScriptedChatModel model =
      new ScriptedChatModel().with(OpenAiChatOptions.builder().model("scripted").build());

  static Stream<Arguments> waysToAsk() {
    return Stream.of(AnswerMode.values())
        .flatMap(mode -> Stream.of(true, false).map(streamed -> Arguments.of(mode, streamed)));
  }

  @ParameterizedTest
  @MethodSource("waysToAsk")
  void answersWithAValue(AnswerMode mode, boolean streamed) throws Exception {
    answer(mode, RIGHT, "STOP");
    Agent agent = agent(mode, streamed);

    EventRecorder events = agent.ask("which order?");

    assertThat(events).hasNoErrors().isWellFormed().dispatchEndedWith(DispatchStatus.ACK);
    assertThat(value(agent)).isEqualTo(VALUE);
    assertThat(events).said(RIGHT);
    assertThat(agent.toolCalls()).isEmpty();
    assertThat(model.prompts).hasSize(1);
    assertThat(agent.logged("answer-mode").payload().toString()).contains(mode.name(), "Order");
    assertAskedFor(mode, model.prompts.getFirst());
  }

  @ParameterizedTest
  @MethodSource("waysToAsk")
  void letsToolsRunInBetween(AnswerMode mode, boolean streamed) throws Exception {
    model.then(calls(call("1", "weather", "{\"city\": \"Oslo\"}")));
    model.then(calls(call("2", "weather", "{\"city\": \"Rome\"}")));
    answer(mode, RIGHT, "STOP");
    Agent agent = agent(mode, streamed);

    assertThat(agent.ask("which order?")).hasNoErrors().isWellFormed();

    assertThat(value(agent)).isEqualTo(VALUE);
    assertThat(agent.toolCalls()).extracting(ToolCall::tool).containsOnly("weather").hasSize(2);
    assertThat(model.prompts).hasSize(3).allSatisfy(prompt -> assertAskedFor(mode, prompt));
  }

  @ParameterizedTest
  @MethodSource("waysToAsk")
  void asksOnceMoreAfterAWrongAnswer(AnswerMode mode, boolean streamed) throws Exception {
    AtomicInteger paid = new AtomicInteger();
    model.then(calls(call("1", "pay", "{}")));
    answer(mode, WRONG, "STOP");
    answer(mode, RIGHT, "STOP");
    Agent agent = agent(mode, streamed).with(pay(paid));

    EventRecorder events = agent.ask("which order?");

    assertThat(events).hasNoErrors().isWellFormed().dispatchEndedWith(DispatchStatus.ACK);
    assertThat(value(agent)).isEqualTo(VALUE);
    assertThat(agent.answers()).containsExactly(RIGHT);
    assertThat(paid).hasValue(1);
    assertThat(agent.toolCalls()).hasSize(1);
    assertThat(agent.stats()).extracting(GenerationStats::totalTokens).endsWith(5L, 5L).hasSize(3);
    assertThat(events.events(TurnEvent.ITERATION_START)).hasSize(2);
    assertThat(agent.logKinds()).contains("answer-repair");
    List<Message> repair = model.prompts.getLast().getInstructions();
    assertThat(repair.get(repair.size() - 2).getText()).isEqualTo(WRONG);
    assertThat(repair.get(repair.size() - 2).getMessageType()).isEqualTo(MessageType.ASSISTANT);
    assertThat(repair.getLast().getText())
        .contains("$.number must be integer", ORDER.schema().text());
    assertThat(repair.getLast().getMessageType()).isEqualTo(MessageType.USER);
    assertAskedFor(mode, model.prompts.getLast());
  }

  @ParameterizedTest
  @MethodSource("waysToAsk")
  void givesUpAfterASecondWrongAnswer(AnswerMode mode, boolean streamed) throws Exception {
    answer(mode, WRONG, "STOP");
    answer(mode, WRONG, "STOP");
    Agent agent = agent(mode, streamed);

    EventRecorder events = agent.ask("which order?");

    assertThat(events).hasErrors(AdkErrorCode.E_ANSWER_TYPE).dispatchEndedWith(DispatchStatus.NACK);
    assertThat(agent.errors().getFirst())
        .hasMessageContaining("$.number must be integer")
        .hasMessageNotContaining("many");
    assertThat(agent.answers()).isEmpty();
    assertThat(agent.stats()).hasSize(2);
    assertThat(model.prompts).hasSize(2);
  }

  @ParameterizedTest
  @MethodSource("waysToAsk")
  void doesNotRunToolsWhileItMends(AnswerMode mode, boolean streamed) throws Exception {
    AtomicInteger paid = new AtomicInteger();
    answer(mode, WRONG, "STOP");
    model.then(calls(call("1", "pay", "{}")));
    Agent agent = agent(mode, streamed).with(pay(paid));

    assertThat(agent.ask("which order?")).hasErrors(AdkErrorCode.E_ANSWER_TYPE);
    assertThat(paid).hasValue(0);
    assertThat(agent.toolCalls()).isEmpty();
    Object choice = ((OpenAiChatOptions) model.prompts.getLast().getOptions()).getToolChoice();
    assertThat(choice).isEqualTo(mode == AnswerMode.TOOL ? null : "none");
  }

  @ParameterizedTest
  @MethodSource("waysToAsk")
  void saysThatAnAnswerWasCut(AnswerMode mode, boolean streamed) throws Exception {
    answer(mode, "{\"number\": 4711, \"no", "LENGTH");
    Agent agent = agent(mode, streamed);

    assertThat(agent.ask("which order?")).hasErrors(AdkErrorCode.E_ANSWER_CUT);
    assertThat(agent.errors().getFirst().args()).containsExactly("length");
    assertThat(agent.answers()).isEmpty();
    assertThat(agent.stats()).hasSize(1);
    assertThat(model.prompts).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("waysToAsk")
  void takesAWholeAnswerWhateverItEndedWith(AnswerMode mode, boolean streamed) throws Exception {
    answer(mode, RIGHT, "LENGTH");
    Agent agent = agent(mode, streamed);

    assertThat(agent.ask("which order?")).hasNoErrors();

    assertThat(value(agent)).isEqualTo(VALUE);
  }

  @ParameterizedTest
  @MethodSource("waysToAsk")
  void saysThatTheModelRefused(AnswerMode mode, boolean streamed) throws Exception {
    whole("I cannot help with that.", "CONTENT_FILTER");
    Agent agent = agent(mode, streamed);

    assertThat(agent.ask("which order?")).hasErrors(AdkErrorCode.E_ANSWER_REFUSED);
    assertThat(agent.errors().getFirst())
        .hasMessageContaining("content_filter")
        .hasMessageNotContaining("cannot help");
    assertThat(agent.errors().getFirst().args())
        .containsExactly("content_filter", "I cannot help with that.");
    assertThat(model.prompts).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("waysToAsk")
  void asksOnceMoreAfterAnEmptyAnswer(AnswerMode mode, boolean streamed) throws Exception {
    model.then(end("STOP", 3, 2));
    answer(mode, RIGHT, "STOP");
    Agent agent = agent(mode, streamed);

    assertThat(agent.ask("which order?")).hasNoErrors().isWellFormed();

    assertThat(value(agent)).isEqualTo(VALUE);
    List<Message> repair = model.prompts.getLast().getInstructions();
    assertThat(repair.get(repair.size() - 2).getText()).isEqualTo("(nothing)");
    assertThat(repair.getLast().getText()).contains("$ is empty");
  }

  @ParameterizedTest
  @MethodSource("waysToAsk")
  void givesUpWhereAnswersStayEmpty(AnswerMode mode, boolean streamed) throws Exception {
    model.then(end("STOP", 3, 2)).then(end("STOP", 3, 2));
    Agent agent = agent(mode, streamed);

    assertThat(agent.ask("which order?")).hasErrors(AdkErrorCode.E_ANSWER_TYPE);
    assertThat(model.prompts).hasSize(2);
  }

  @ParameterizedTest
  @MethodSource("waysToAsk")
  void takesACodeBlockInEveryMode(AnswerMode mode, boolean streamed) throws Exception {
    String block = "Here you are:\n```json\n" + RIGHT + "\n```";
    whole(block, "STOP");
    Agent agent = agent(mode, streamed);

    assertThat(agent.ask("which order?")).hasNoErrors().isWellFormed();

    assertThat(value(agent)).isEqualTo(VALUE);
    assertThat(model.prompts).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(AnswerMode.class)
  void tellsDeltasOfAStreamedAnswerAndKeepsTheWhole(AnswerMode mode) throws Exception {
    if (mode == AnswerMode.TOOL) {
      model.then(text("Let me "), text("see."), calls(call("9", "give_answer", RIGHT)));
    } else {
      model.then(text("{\"number\": "), text("4711, \"note\": null}"), end("STOP", 3, 2));
    }
    Agent agent = agent(mode, true);

    EventRecorder events = agent.ask("which order?");

    assertThat(events).hasNoErrors().isWellFormed();
    assertThat(events.events(TurnEvent.MESSAGE)).hasSizeGreaterThan(2);
    assertThat(value(agent)).isEqualTo(VALUE);
    assertThat(agent.answers().getLast()).isEqualTo(RIGHT);
    assertThat(agent.answers()).hasSize(mode == AnswerMode.TOOL ? 2 : 1);
  }

  @ParameterizedTest
  @MethodSource("waysToAsk")
  void answersInAConversationThatGoesOn(AnswerMode mode, boolean streamed) throws Exception {
    answer(mode, RIGHT, "STOP");
    answer(mode, "{\"number\": 1, \"note\": \"second\"}", "STOP");
    Agent agent = agent(mode, streamed);

    assertThat(agent.ask("which order?")).hasNoErrors();
    assertThat(agent.ask("and then?")).hasNoErrors();

    assertThat(value(agent)).isEqualTo(new Order(1, "second"));
    assertThat(model.prompts.getLast().getContents()).contains("4711");
  }

  @Test
  void doesNotTakeAnAnswerThatIsGivenBesideOtherCalls() throws Exception {
    model.then(
        calls(call("1", "weather", "{\"city\": \"Oslo\"}"), call("2", "give_answer", WRONG)));
    model.then(
        calls(call("3", "weather", "{\"city\": \"Oslo\"}"), call("4", "give_answer", RIGHT)));
    model.then(calls(call("5", "give_answer", RIGHT)));
    Agent agent = agent(AnswerMode.TOOL, true);

    assertThat(agent.ask("which order?")).hasNoErrors().isWellFormed();

    assertThat(value(agent)).isEqualTo(VALUE);
    assertThat(Agent.result(agent.toolCalls().get(3))).contains("other tools were called");
    assertThat(agent.toolCalls()).hasSize(4);
  }

  @Test
  void endsNothingWhereSomebodyElseDecidesAboutTheEnd() throws Exception {
    answer(AnswerMode.TOOL, RIGHT, "STOP");
    answer(AnswerMode.NATIVE, RIGHT, "STOP");
    Agent agent =
        Agent.of(model, options -> options.answerMode(AnswerMode.TOOL).autoAck(false))
            .answering(ORDER)
            .before(
                (ctx, next) -> {
                  if (ctx.iteration() == 2) {
                    ctx.ack();
                    return;
                  }
                  next.proceed();
                });

    assertThat(agent.ask("which order?")).hasNoErrors();
    assertThat(agent.answers()).containsExactly(RIGHT, RIGHT);
  }

  @Test
  void stopsWhereABudgetIsUsedUpByAWrongAnswer() throws Exception {
    answer(AnswerMode.NATIVE, WRONG, "STOP");
    Agent agent =
        agent(AnswerMode.NATIVE, true)
            .preparing(
                ctx ->
                    ctx.onGenerationStats(stats -> ctx.nack(new IllegalStateException("budget"))));

    assertThat(agent.ask("which order?")).dispatchEndedWith(DispatchStatus.NACK);
    assertThat(model.prompts).hasSize(1);
  }

  static Stream<Arguments> models() {
    ChatOptions openAi = OpenAiChatOptions.builder().model("m").build();
    ChatOptions calling = ToolCallingChatOptions.builder().model("m").build();
    ChatOptions plain = ChatOptions.builder().model("m").build();
    return Stream.of(
        Arguments.of(openAi, null, null, AnswerMode.NATIVE),
        Arguments.of(calling, null, null, AnswerMode.TOOL),
        Arguments.of(plain, null, null, AnswerMode.TOOL),
        Arguments.of(calling, ToolChoice.none(), null, AnswerMode.PROMPT),
        Arguments.of(openAi, ToolChoice.none(), null, AnswerMode.NATIVE),
        Arguments.of(openAi, null, AnswerMode.TOOL, AnswerMode.TOOL),
        Arguments.of(openAi, null, AnswerMode.PROMPT, AnswerMode.PROMPT),
        Arguments.of(calling, null, AnswerMode.PROMPT, AnswerMode.PROMPT));
  }

  @ParameterizedTest
  @MethodSource("models")
  void asksInTheBestWayThatTheModelHas(
      ChatOptions own, @Nullable ToolChoice choice, @Nullable AnswerMode named, AnswerMode best)
      throws Exception {
    model.with(own);
    answer(best, RIGHT, "STOP");
    Agent agent =
        Agent.of(model, options -> options.toolChoice(choice).answerMode(named)).answering(ORDER);

    assertThat(agent.ask("which order?")).hasNoErrors();

    assertThat(agent.logged("answer-mode").payload().toString()).contains(best.name());
    assertAskedFor(best, model.prompts.getFirst());
  }

  @Test
  void refusesAModeThatTheModelHasNot() {
    model.with(ToolCallingChatOptions.builder().model("m").build());

    EventRecorder events = agent(AnswerMode.NATIVE, true).ask("which order?");

    assertThat(events).hasErrors(AdkErrorCode.E_LLM_EXECUTION_EXECUTOR_ERROR);
    assertThat(events.events(TurnEvent.ERROR).getFirst().error().getCause())
        .hasMessageContaining("answerMode: NATIVE is not supported");
  }

  @Test
  void leavesATurnAloneThatAsksForNoType() throws Exception {
    model.then(text("Hello"), end("STOP", 3, 2));
    Agent agent = Agent.of(model, options -> options);

    assertThat(agent.ask("Hi")).hasNoErrors();

    assertThat(agent.answers()).containsExactly("Hello");
    Prompt prompt = model.prompts.getFirst();
    assertThat(((StructuredOutputChatOptions) prompt.getOptions()).getOutputSchema()).isNull();
  }

  @Test
  void givesRecursiveTypes() throws Exception {
    answer(AnswerMode.NATIVE, "{\"name\": \"a\", \"children\": []}", "STOP");
    Agent agent = Agent.of(model, options -> options).answering(AnswerType.of(Node.class));

    assertThat(agent.ask("which tree?")).hasNoErrors();

    assertThat(AnswerType.of(Node.class).read(agent.answers().getLast()))
        .isEqualTo(new Node("a", List.of()));
  }

  private void answer(AnswerMode mode, String json, String reason) {
    if (mode == AnswerMode.TOOL) {
      whole("", reason, call("9", "give_answer", json));
    } else {
      whole(json, reason);
    }
  }

  /** All in one response, streamed or not. */
  private void whole(String text, String reason, AssistantMessage.ToolCall... calls) {
    model.then(
        new ChatResponse(
            List.of(
                new Generation(
                    AssistantMessage.builder().content(text).toolCalls(List.of(calls)).build(),
                    ChatGenerationMetadata.builder().finishReason(reason).build())),
            end(reason, 3, 2).getMetadata()));
  }

  private static Order value(Agent agent) throws Exception {
    return ORDER.read(agent.answers().getLast());
  }

  private Agent agent(AnswerMode mode, boolean streamed) {
    return Agent.of(model, options -> options.stream(streamed).answerMode(mode)).answering(ORDER);
  }

  private static Tool pay(AtomicInteger paid) {
    return Agent.tool(
        "pay",
        (args, ctx, meta) -> {
          paid.incrementAndGet();
          return ToolOutput.text("paid");
        });
  }

  private static void assertAskedFor(AnswerMode mode, Prompt prompt) {
    ChatOptions options = prompt.getOptions();
    String schema =
        options instanceof StructuredOutputChatOptions structured
            ? structured.getOutputSchema()
            : null;
    List<ToolCallback> tools =
        options instanceof ToolCallingChatOptions calling ? calling.getToolCallbacks() : List.of();
    List<ToolCallback> answerTools =
        tools.stream().filter(t -> t.getToolDefinition().name().equals("give_answer")).toList();
    String system = prompt.getSystemMessage().getText();
    assertThat(schema).isEqualTo(mode == AnswerMode.NATIVE ? ORDER.schema().text() : null);
    assertThat(answerTools).hasSize(mode == AnswerMode.TOOL ? 1 : 0);
    answerTools.forEach(
        tool ->
            assertThat(tool.getToolDefinition().inputSchema()).isEqualTo(ORDER.schema().text()));
    assertThat(system.contains(ORDER.schema().text())).isEqualTo(mode == AnswerMode.PROMPT);
    assertThat(system.contains("give_answer")).isEqualTo(mode == AnswerMode.TOOL);
  }
}
