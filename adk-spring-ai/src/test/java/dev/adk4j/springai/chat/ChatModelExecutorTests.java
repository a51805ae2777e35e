package dev.adk4j.springai.chat;

import static dev.adk4j.springai.chat.ScriptedChatModel.call;
import static dev.adk4j.springai.chat.ScriptedChatModel.calls;
import static dev.adk4j.springai.chat.ScriptedChatModel.end;
import static dev.adk4j.springai.chat.ScriptedChatModel.text;
import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.adk4j.abort.AbortController;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.springai.dialect.ToolChoice;
import dev.adk4j.test.EventRecorder;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.tool.ToolResultOptions.ErrorDetail;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.http.converter.HttpMessageConversionException;
import reactor.core.publisher.Flux;

class ChatModelExecutorTests {

  private static final ToolCallback OWN =
      new DeclaredToolCallback(
          new Tool.Description("own", "own", JsonValue.of(Map.of("type", "object"))));

  private final ScriptedChatModel model = new ScriptedChatModel();

  @Test
  void reportsEachDeltaAndStoresTheWhole() throws Exception {
    model.then(text("Hel"), text("lo"), end("STOP", 3, 2));
    Agent agent = agent(options -> options);

    assertThat(agent.ask("Hi"))
        .hasLinesInOrder("message(Hel)", "message(lo)", "message(, complete)")
        .hasNoErrors()
        .isWellFormed();
    assertThat(agent.answers()).containsExactly("Hello");
    assertThat(agent.stats().getFirst().totalTokens()).isEqualTo(5);
    assertThat(agent.stats().getFirst().model()).isEqualTo("scripted-1");
    assertThat(agent.stats().getFirst().finishReason()).isEqualTo("stop");
    assertThat(agent.messages().getLast().id()).endsWith(":message");
  }

  @Test
  void leavesTheEndToTheOutputPipelineUnlessItMayAcknowledge() {
    model.then(text("one")).then(text("two")).then(text("three"));
    model.then(text("4")).then(text("5")).then(text("6")).then(text("7")).then(text("8"));
    Agent agent = agent(options -> options.autoAck(false));

    assertThat(agent.ask("Hi")).hasErrors(AdkErrorCode.E_DISPATCH_LIMIT_REACHED);
    assertThat(model.prompts).hasSize(8);
  }

  @Test
  void acknowledgesAnEmptyAnswerAndStoresNothing() throws Exception {
    model.then(text(""));
    Agent agent = agent(options -> options);

    assertThat(agent.ask("Hi")).hasNoErrors().dispatchEndedWith(DispatchStatus.ACK);
    assertThat(agent.answers()).isEmpty();
    assertThat(agent.stats()).isEmpty();
    assertThat(agent.logKinds()).contains("empty-generation");
  }

  @Test
  void doesNotAcknowledgeAnEndedDispatch() throws Exception {
    model.then(text("Hello"), end("STOP", 3, 2));
    Agent agent =
        agent(options -> options).preparing(ctx -> ctx.onGenerationStats(stats -> ctx.ack()));

    assertThat(agent.ask("Hi")).hasNoErrors().dispatchEndedWith(DispatchStatus.ACK);
    assertThat(agent.answers()).containsExactly("Hello");
  }

  @Test
  void sendsCallsOfOneAnswerBackAsOneMessage() {
    model
        .then(
            calls(
                call("a", "weather", "{\"city\":\"Oslo\"}"),
                call("b", "weather", "{\"city\":\"Rome\"}")))
        .then(text("done"));

    agent(options -> options).ask("Hi");

    List<Message> second = model.prompts.getLast().getInstructions();
    assertThat(second)
        .extracting(Message::getMessageType)
        .containsExactly(
            MessageType.SYSTEM, MessageType.USER, MessageType.ASSISTANT, MessageType.TOOL);
    assertThat(((AssistantMessage) second.get(2)).getToolCalls())
        .extracting(AssistantMessage.ToolCall::id)
        .containsExactly("a", "b");
    assertThat(((ToolResponseMessage) second.get(3)).getResponses())
        .extracting(ToolResponseMessage.ToolResponse::id)
        .containsExactly("a", "b");
  }

  @Test
  void runsToolsAtOnceUpToTheMaximumAndSendsResultsInOrder() {
    List<String> threads = new CopyOnWriteArrayList<>();
    CyclicBarrier pair = new CyclicBarrier(2);
    Tool meets =
        Tool.builder("meets")
            .description("Meets another call.")
            .inputSchema(ToolSchema.empty())
            .parallel(true)
            .handler(
                (args, ctx, meta) -> {
                  if (threads.size() < 4) {
                    pair.await();
                  }
                  threads.add(Thread.currentThread().getName());
                  return ToolOutput.text("met");
                })
            .build();
    AssistantMessage.ToolCall[] four =
        Stream.of("a", "b", "c", "d")
            .map(id -> call(id, "meets", "{}"))
            .toArray(AssistantMessage.ToolCall[]::new);
    model.then(calls(four)).then(text("done")).then(calls(four)).then(text("done"));

    agent(options -> options.parallelTools(2)).with(meets).ask("Hi");

    assertThat(threads).hasSize(4).allMatch(name -> name.startsWith("adk-tool-call-"));
    assertThat(
            ((ToolResponseMessage) model.prompts.getLast().getInstructions().getLast())
                .getResponses())
        .extracting(ToolResponseMessage.ToolResponse::id)
        .containsExactly("a", "b", "c", "d");

    agent(options -> options.parallelTools(1)).with(meets).ask("Hi");
    assertThat(threads.subList(4, 8)).containsOnly(Thread.currentThread().getName());
    assertThatThrownBy(() -> LlmExecutorOptions.builder().parallelTools(0).build())
        .hasMessageContaining("$.parallelTools");
  }

  @Test
  void sendsCallsAsPairsWithoutGrouping() {
    model
        .then(calls(call("a", "weather", "{\"city\":\"Oslo\"}"), call("b", "weather", "{}")))
        .then(text("done"));

    agent(options -> options.groupParallelToolCalls(false)).ask("Hi");

    assertThat(model.prompts.getLast().getInstructions()).hasSize(6);
  }

  @Test
  void declaresToolsButNeverLetsSpringAiRunThem() {
    model.then(text("done"));

    agent(options -> options).ask("Hi");

    ToolCallback declared = declared().getFirst();
    assertThat(declared.getToolDefinition().name()).isEqualTo("weather");
    assertThat(declared.getToolDefinition().inputSchema()).contains("\"city\"");
    assertThatThrownBy(() -> declared.call("{}")).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void declaresNoneOfTheModelsOwnTools() {
    model.with(ToolCallingChatOptions.builder().toolCallbacks(OWN).build()).then(text("done"));

    agent(options -> options).without("weather").ask("Hi");

    assertThat(declared()).isEmpty();
  }

  @Test
  void switchesToPortableOptionsForAModelWithoutOptionsOfItsOwn() {
    model.with(ChatOptions.builder().model("plain").temperature(0.5).build()).then(text("done"));

    agent(options -> options).ask("Hi");

    assertThat(declared()).hasSize(1);
    assertThat(model.prompts.getLast().getOptions().getModel()).isEqualTo("plain");
    assertThat(model.prompts.getLast().getOptions().getTemperature()).isEqualTo(0.5);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void passesAllOptionsInTheModelsOwnClass(boolean streamed) throws Exception {
    model
        .insistingOn(
            ProviderLikeOptions.in("eu-1")
                .model("its own")
                .maxTokens(100)
                .temperature(0.5)
                .toolCallbacks(OWN)
                .build())
        .then(text("done"));
    Agent agent =
        agent(
            options ->
                options.stream(streamed).model(ModelOptions.NONE.with(o -> o.temperature(0.1))));

    assertThat(agent.ask("Hi")).hasNoErrors();

    assertThat(agent.answers()).containsExactly("done");
    assertThat(model.requested.region()).isEqualTo("eu-1");
    assertThat(model.requested.getModel()).isEqualTo("its own");
    assertThat(model.requested.getMaxTokens()).isEqualTo(100);
    assertThat(model.requested.getTemperature()).isEqualTo(0.1);
    assertThat(declared())
        .extracting(tool -> tool.getToolDefinition().name())
        .containsExactly("weather");
  }

  @Test
  void mintsTheIdOfEveryRecordAndKeepsTheProvidersBesideIt() throws Exception {
    model
        .then(calls(call("", "weather", "{\"city\":\"Oslo\"}"), call("x", "weather", "{}")))
        .then(calls(call("x", "weather", "{\"city\":\"Rome\"}")))
        .then(text("done"));
    Agent agent = agent(options -> options);

    assertThat(agent.ask("Hi")).hasNoErrors();

    List<ToolCall> made = agent.toolCalls();
    assertThat(made).hasSize(3);
    assertThat(made).extracting(ToolCall::id).doesNotHaveDuplicates().doesNotContain("", "x");
    assertThat(made)
        .extracting(call -> call.providerId().orElse("none"))
        .containsExactly("none", "x", "x");
  }

  @Test
  void mintsAFreshIdAfterItsCallWasRemovedFromTheContext() throws Exception {
    model
        .then(calls(call("x", "weather", "{\"city\":\"Oslo\"}")))
        .then(calls(call("x", "weather", "{\"city\":\"Rome\"}")))
        .then(text("done"));
    Agent agent = agent(options -> options).preparing(ctx -> ctx.turnToolCalls().clear());

    assertThat(agent.ask("Hi")).hasNoErrors();

    assertThat(agent.answers()).containsExactly("done");
    assertThat(agent.toolCalls()).hasSize(2).extracting(ToolCall::id).doesNotHaveDuplicates();
  }

  @Test
  void answersNonObjectArgumentsWithAnError() throws Exception {
    model.then(calls(call("a", "weather", "[1,2]"))).then(text("sorry"));
    Agent agent = agent(options -> options);

    agent.ask("Hi");

    ToolCall made = agent.toolCalls().getFirst();
    assertThat(made).failed();
    assertThat(Agent.result(made)).contains("must be a JSON object", "array", "[1,2]");
  }

  @Test
  void limitsTheDetailsOfAToolsFailure() throws Exception {
    model.then(calls(call("a", "fails", "{}"))).then(text("sorry"));
    Agent agent =
        agent(options -> options.toolResults(new ToolResultOptions(ErrorDetail.TYPE, 0)))
            .with(failing());

    agent.ask("Hi");

    assertThat(Agent.result(agent.toolCalls().getFirst()))
        .isEqualTo("The tool 'fails' failed: IllegalStateException.");
  }

  @Test
  void showsSmallResultsCompletelyIfAllowed() throws Exception {
    model.then(calls(call("a", "weather", "{\"city\":\"Oslo\"}"))).then(text("done"));
    Agent agent =
        agent(options -> options.toolResults(new ToolResultOptions(ErrorDetail.MESSAGE, 1000)));

    agent.ask("Hi");

    assertThat(agent.toolCalls().getFirst().inline()).isTrue();
    ToolResponseMessage results =
        (ToolResponseMessage) model.prompts.getLast().getInstructions().getLast();
    assertThat(results.getResponses().getFirst().responseData())
        .contains("rain in Oslo", "<untrusted_content_");
  }

  @Test
  void callsAModelWithoutStreaming() throws Exception {
    model.cannotStream().then(text("Hello")).then(text("again"));
    Agent agent = agent(options -> options);

    assertThat(agent.ask("Hi")).hasNoErrors().said("Hello");
    assertThat(agent.logKinds()).contains("stream-unsupported");
    agent.ask("And now?");
    assertThat(agent.logKinds()).doesNotContain("stream-unsupported");
  }

  private static RetryOptions attempts(int maximum, Duration pause) {
    return RetryOptions.OFF.withMaxAttempts(maximum).withBaseDelay(pause);
  }

  private static Arguments attempts(
      String after, int maximum, List<Flux<ChatResponse>> said, int made, ErrorCode error) {
    return arguments(named(after, said), maximum, made, error);
  }

  static Stream<Arguments> failuresWithoutAnotherAttempt() {
    Flux<ChatResponse> refused = Flux.error(new ConnectException("refused"));
    Flux<ChatResponse> begun = Flux.just(text("Hel"));
    return Stream.of(
        attempts(
            "the last attempt", 2, List.of(refused, refused), 2, LlmErrorCode.E_LLM_PROVIDER_ERROR),
        attempts(
            "a stream that is unsupported once it has begun",
            1,
            List.of(begun.concatWith(Flux.error(new UnsupportedOperationException()))),
            1,
            LlmErrorCode.E_LLM_STREAM_ERROR),
        attempts(
            "a connection that broke once it was answered",
            3,
            List.of(begun.concatWith(Flux.error(new ConnectException("reset")))),
            1,
            LlmErrorCode.E_LLM_STREAM_ERROR),
        attempts(
            "an answer that is unreadable, which is incomplete",
            3,
            List.of(Flux.error(new HttpMessageConversionException("no JSON"))),
            1,
            LlmErrorCode.E_LLM_STREAM_ERROR),
        attempts(
            "a programming error",
            3,
            List.of(Flux.error(new ClassCastException("wrong options"))),
            1,
            AdkErrorCode.E_LLM_EXECUTION_EXECUTOR_ERROR));
  }

  @ParameterizedTest
  @MethodSource("failuresWithoutAnotherAttempt")
  void neverTriesAgainAfter(List<Flux<ChatResponse>> said, int maximum, int made, ErrorCode error)
      throws Exception {
    said.forEach(model::then);
    model.then(text("too late"));
    Agent agent = agent(options -> options.retry(attempts(maximum, Duration.ofMillis(1))));

    assertThat(agent.ask("Hi")).hasErrors(error);
    assertThat(model.prompts).hasSize(made);
    assertThat(agent.answers()).isEmpty();
  }

  @Test
  void retriesAFailedConnection() throws Exception {
    model.then(Flux.error(new ConnectException("refused"))).then(text("Hello"));
    Agent agent = agent(options -> options.retry(attempts(2, Duration.ofMillis(1))));

    assertThat(agent.ask("Hi")).hasNoErrors();
    assertThat(agent.answers()).containsExactly("Hello");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Timeout(300)
  void limitsTheWaitForTheFirstChunk(boolean streamed) {
    model.then(Flux.never()).then(Flux.never());
    Agent agent =
        agent(
            options ->
                options.stream(streamed)
                    .firstResponseTimeout(Duration.ofMillis(5))
                    .streamIdleTimeout(Duration.ofHours(1))
                    .retry(attempts(2, Duration.ofMillis(1))));
    assertThat(agent.ask("Hi"))
        .hasErrors(LlmErrorCode.E_LLM_REQUEST_TIMEOUT)
        .dispatchEndedWith(DispatchStatus.NACK);
    assertThat(agent.errors().getFirst()).hasMessageContaining(" 5 ms");
    assertThat(agent.logKinds()).contains("retry-attempt");
    assertThat(agent.logKinds()).filteredOn("request-timeout"::equals).hasSize(2);
  }

  @Test
  @Timeout(300)
  void limitsTheWaitForTheNextChunk() throws Exception {
    model.then(Flux.concat(Flux.just(text("Hel")), Flux.never()));
    Agent agent =
        agent(
            options ->
                options
                    .firstResponseTimeout(Duration.ofHours(1))
                    .streamIdleTimeout(Duration.ofMillis(5)));

    assertThat(agent.ask("Hi"))
        .hasErrors(LlmErrorCode.E_LLM_STREAM_STALLED)
        .dispatchEndedWith(DispatchStatus.NACK);
    assertThat(agent.errors().getFirst()).hasMessageContaining(" 5 ms");
    assertThat(agent.logKinds()).contains("stream-idle-timeout");
    assertThat(agent.answers()).isEmpty();
  }

  @Test
  void anAbortCancelsTheStreamAndLeavesNothing() throws Exception {
    model.then(Flux.concat(Flux.just(text("Hel")), Flux.never()));
    Agent agent = agent(options -> options);
    AbortController abort = new AbortController();

    EventRecorder events =
        agent.ask("Hi", abort, turn -> turn.on(TurnEvent.MESSAGE, delta -> abort.abort()));

    assertThat(events).hasNoErrors().dispatchEndedWith(DispatchStatus.ABORTED);
    // by the thread that reads the stream, in its own time
    Awaitility.await().untilAsserted(() -> assertThat(model.canceled).hasValue(1));
    assertThat(agent.answers()).isEmpty();
  }

  /** A client whose reader waits for the next byte of a provider that says nothing more. */
  @Test
  @Timeout(30)
  void anAbortDoesNotWaitForAClientThatIsSlowToCancel() throws Exception {
    model.then(
        Flux.concat(Flux.just(text("Hel")), Flux.<ChatResponse>never())
            .doOnCancel(() -> new CompletableFuture<>().orTimeout(1, TimeUnit.HOURS).join()));
    Agent agent = agent(options -> options);
    AbortController abort = new AbortController();
    CompletableFuture<Void> aborted = new CompletableFuture<>();
    Runnable aborting = () -> aborted.completeAsync(() -> null, task -> run(abort, task));

    EventRecorder events =
        agent.ask("Hi", abort, turn -> turn.on(TurnEvent.MESSAGE, delta -> aborting.run()));

    assertThat(events).hasNoErrors().dispatchEndedWith(DispatchStatus.ABORTED);
    assertThat(aborted).succeedsWithin(Duration.ofSeconds(5));
  }

  private static void run(AbortController abort, Runnable after) {
    Thread.ofVirtual()
        .start(
            () -> {
              abort.abort();
              after.run();
            });
  }

  @Test
  void abortPrecedesReceivedSignals() throws Exception {
    CountDownLatch allSaid = new CountDownLatch(1);
    model.then(
        Flux.just(text("Hel"), text("lo"), end("STOP", 3, 2)).doAfterTerminate(allSaid::countDown));
    Agent agent = agent(options -> options);
    AbortController abort = new AbortController();

    EventRecorder events =
        agent.ask(
            "Hi",
            abort,
            turn ->
                turn.on(
                    TurnEvent.MESSAGE,
                    delta -> {
                      await(allSaid);
                      abort.abort();
                    }));

    assertThat(events).hasNoErrors().dispatchEndedWith(DispatchStatus.ABORTED);
    assertThat(events.events(TurnEvent.MESSAGE)).hasSize(1);
    assertThat(agent.answers()).isEmpty();
  }

  @Test
  void abortInterruptsABlockingCall() {
    AbortController abort = new AbortController();
    CountDownLatch interrupted = new CountDownLatch(1);
    model.then(
        Flux.<ChatResponse>never()
            .doOnSubscribe(begun -> Thread.ofVirtual().start(abort::abort))
            .doOnCancel(interrupted::countDown));
    Agent agent = agent(options -> options.stream(false));

    EventRecorder events = agent.ask("Hi", abort, turn -> {});

    assertThat(events).hasNoErrors().dispatchEndedWith(DispatchStatus.ABORTED);
    await(interrupted);
  }

  @Test
  void anInterruptionEndsTheCallAndIsStillThereAfterwards() throws Exception {
    model.then(Flux.concat(Flux.just(text("Hel")), Flux.never()));
    Agent agent = agent(options -> options);

    EventRecorder events =
        agent.ask(
            "Hi",
            new AbortController(),
            turn -> turn.on(TurnEvent.MESSAGE, delta -> Thread.currentThread().interrupt()));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(events).hasNoErrors().dispatchEndedWith(DispatchStatus.ABORTED);
    // by the thread that reads the stream, in its own time
    Awaitility.await().untilAsserted(() -> assertThat(model.canceled).hasValue(1));
    assertThat(agent.answers()).isEmpty();
  }

  @Test
  void anAbortDuringAToolKeepsTheNextFromStarting() throws Exception {
    AbortController abort = new AbortController();
    model.then(calls(call("a", "stop", "{}"), call("b", "weather", "{\"city\":\"Rome\"}")));
    Tool stop =
        Agent.tool(
            "stop",
            (args, ctx, meta) -> {
              abort.abort();
              return ToolOutput.text("stopped");
            });
    Agent agent = agent(options -> options).with(stop);

    EventRecorder events = agent.ask("Hi", abort, turn -> {});

    assertThat(events).hasNoErrors().dispatchEndedWith(DispatchStatus.ABORTED);
    assertThat(events.events(TurnEvent.TOOL_CALL))
        .extracting(report -> report.tool())
        .containsOnly("stop");
    assertThat(agent.toolCalls()).extracting(ToolCall::tool).doesNotContain("weather");
  }

  @Test
  void anAbortWakesAPauseBetweenAttempts() {
    model.then(Flux.error(new ConnectException("refused")));
    Agent agent = agent(options -> options.retry(attempts(2, Duration.ofSeconds(30))));
    AbortController abort = new AbortController();

    EventRecorder events =
        agent.ask(
            "Hi",
            abort,
            turn ->
                turn.observe(
                    TurnEvent.LOG,
                    log -> {
                      if (log.kind().equals("retry-attempt")) {
                        Thread.ofVirtual().start(abort::abort);
                      }
                    }));

    assertThat(events).hasNoErrors().dispatchEndedWith(DispatchStatus.ABORTED);
    assertThat(model.prompts).hasSize(1);
  }

  @Test
  void refusesAPromptLargerThanTheWindow() {
    Agent agent = agent(options -> options.tokenEncoding("cl100k_base").contextWindow(5L));

    assertThat(agent.ask("Hi")).hasErrors(AdkErrorCode.E_LLM_EXECUTION_EXECUTOR_ERROR);
    assertThat(agent.errors().getFirst().getCause()).hasMessageContaining("context window is 5");
    assertThat(model.prompts).isEmpty();
  }

  @Test
  void takesOptionsFromTheStashForOneIteration() {
    model.then(calls(call("a", "weather", "{\"city\":\"Oslo\"}"))).then(text("done"));
    Agent agent =
        agent(options -> options)
            .preparing(
                ctx -> {
                  if (ctx.iteration() == 0) {
                    ctx.stash()
                        .set(
                            ChatModelExecutor.STASH_KEY,
                            Map.of("options", Map.of("temperature", 1.5)));
                  } else {
                    ctx.stash().remove(ChatModelExecutor.STASH_KEY);
                  }
                });

    agent.ask("Hi");

    assertThat(model.prompts.getFirst().getOptions().getTemperature()).isEqualTo(1.5);
    assertThat(model.prompts.getLast().getOptions().getTemperature()).isNull();
  }

  @Test
  void namesAllInvalidOptions() {
    assertThatThrownBy(
            () ->
                LlmOptionsPatch.of(
                    Map.of("stream", "yes", "nonsense", 1, "retry", Map.of("maxAttempts", "x"))))
        .hasMessageContaining("stream")
        .hasMessageContaining("nonsense")
        .hasMessageContaining("retry.maxAttempts");
    assertThatThrownBy(
            () ->
                LlmOptionsPatch.of(Map.of("retry.maxAttempts", 0))
                    .applyTo(LlmExecutorOptions.DEFAULT))
        .hasMessageContaining("maxAttempts");
  }

  @Test
  void namesMissingTimeoutsAndAnUnknownEncoding() {
    assertThatThrownBy(
            () ->
                LlmExecutorOptions.builder()
                    .firstResponseTimeout(null)
                    .streamIdleTimeout(null)
                    .tokenEncoding("o200k")
                    .contextWindow(100L)
                    .build())
        .isInstanceOfSatisfying(
            AdkException.class,
            e -> assertThat(e.errorCode()).isEqualTo(LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS))
        .hasMessageContaining("$.firstResponseTimeout")
        .hasMessageContaining("$.streamIdleTimeout")
        .hasMessageContaining("$.tokenEncoding");
    assertThatThrownBy(() -> RetryOptions.OFF.withBaseDelay(null))
        .hasMessageContaining("$.retry.baseDelay");
    assertThatThrownBy(() -> RetryOptions.OFF.withMaxDelay(null))
        .hasMessageContaining("$.retry.maxDelay");
    assertThatThrownBy(() -> RetryOptions.OFF.withRetriableStatuses(null))
        .hasMessageContaining("$.retry.retriableStatuses");
  }

  @Test
  void aPatchOfOneRetryValueKeepsTheOthers() {
    LlmExecutorOptions base =
        LlmExecutorOptions.builder()
            .retry(RetryOptions.OFF.withRetriableStatuses(Set.of(500)))
            .tokenEncoding("cl100k_base")
            .contextWindow(100L)
            .build();
    Map<String, Object> off = new HashMap<>();
    off.put("retry.maxAttempts", 4);
    off.put("tokenEncoding", null);

    LlmExecutorOptions patched = LlmOptionsPatch.of(off).applyTo(base);

    assertThat(patched.retry().maxAttempts()).isEqualTo(4);
    assertThat(patched.retry().retriableStatuses()).containsExactly(500);
    assertThat(patched.tokenEncoding()).isNull();
  }

  @Test
  void refusesAToolChoiceUnsupportedByTheProvider() {
    Agent agent = agent(options -> options.toolChoice(ToolChoice.required()));

    assertThat(agent.ask("Hi")).hasErrors(AdkErrorCode.E_LLM_EXECUTION_EXECUTOR_ERROR);
    assertThat(agent.errors().getFirst().getCause()).hasMessageContaining("'required'");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void reportsOrRefusesAForcedToolOfOneTurn(boolean strict) {
    Tool forged =
        Tool.builder("forged")
            .description("Here for one turn.")
            .inputSchema("{\"type\":\"object\"}")
            .ephemeral(true)
            .handler((args, ctx, meta) -> ToolOutput.text(""))
            .build();
    model.with(OpenAiChatOptions.builder().model("scripted").build()).then(text("Hello"));
    Agent agent =
        agent(options -> options.toolChoice(ToolChoice.function("forged")).strictToolChoice(strict))
            .preparing(ctx -> ctx.tools().register(forged, true));

    EventRecorder events = agent.ask("Hi");

    if (strict) {
      assertThat(events).hasErrors(AdkErrorCode.E_LLM_EXECUTION_EXECUTOR_ERROR);
      assertThat(agent.errors().getFirst().getCause()).hasMessageContaining("[forged]");
      assertThat(model.prompts).isEmpty();
    } else {
      assertThat(events).hasNoErrors();
      assertThat(agent.logged("tool-choice-forged-artifact").payload())
          .isEqualTo(Map.of("tools", List.of("forged"), "variant", "function"));
    }
  }

  @Test
  void tapsSeeEverythingAndChangeNothing() throws Exception {
    List<String> seen = new ArrayList<>();
    model.then(text("Hello"));
    Agent agent =
        new Agent(
            ChatModelExecutor.builder(model)
                .options(LlmExecutorOptions.builder().autoAck(true).build())
                .promptTap(
                    (id, messages, options, streamed) -> {
                      seen.add(id);
                      throw new IllegalStateException("a tap's own problem");
                    })
                .answerTap((id, raw, text, reasoning, calls, streamed) -> seen.add(id + text))
                .build());

    assertThat(agent.ask("Hi")).hasNoErrors();
    assertThat(seen).hasSize(2);
    assertThat(seen.getLast()).isEqualTo(seen.getFirst() + "Hello");
  }

  static List<Throwable> whatTapsThrow() {
    return List.of(
        new IllegalStateException("its own problem"),
        new AssertionError("its own problem"),
        new StackOverflowError(),
        new NoClassDefFoundError("nosuch"),
        new IOException("checked, thrown all the same"),
        new InterruptedException());
  }

  @ParameterizedTest
  @MethodSource("whatTapsThrow")
  void exceptionsOfATapEndNoTurn(Throwable thrown) throws Exception {
    model.then(text("Hello"));
    Agent agent =
        new Agent(
            ChatModelExecutor.builder(model)
                .options(LlmExecutorOptions.builder().autoAck(true).build())
                .promptTap((id, messages, options, streamed) -> sneaky(thrown))
                .answerTap((id, raw, text, reasoning, calls, streamed) -> sneaky(thrown))
                .build());

    assertThat(agent.ask("Hi")).hasNoErrors().dispatchEndedWith(DispatchStatus.ACK);
    assertThat(agent.answers()).containsExactly("Hello");
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneaky(Throwable thrown) throws T {
    throw (T) thrown;
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(2, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private List<ToolCallback> declared() {
    ToolCallingChatOptions options =
        (ToolCallingChatOptions) Objects.requireNonNull(model.prompts.getLast().getOptions());
    return Objects.requireNonNull(options.getToolCallbacks());
  }

  private static Tool failing() {
    return Agent.tool(
        "fails",
        (args, ctx, meta) -> {
          if (args.isObject()) {
            throw new IllegalStateException("select * from secrets");
          }
          return ToolOutput.text("");
        });
  }

  private Agent agent(UnaryOperator<LlmExecutorOptions.Builder> options) {
    return Agent.of(model, options);
  }
}
