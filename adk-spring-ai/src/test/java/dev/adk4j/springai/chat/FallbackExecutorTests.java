package dev.adk4j.springai.chat;

import static dev.adk4j.springai.chat.ScriptedChatModel.call;
import static dev.adk4j.springai.chat.ScriptedChatModel.calls;
import static dev.adk4j.springai.chat.ScriptedChatModel.end;
import static dev.adk4j.springai.chat.ScriptedChatModel.text;
import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.abort.AbortController;
import dev.adk4j.answer.AnswerType;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.prompt.budget.Budget;
import dev.adk4j.prompt.budget.BudgetLimit;
import dev.adk4j.prompt.budget.InMemoryBudgetLedger;
import dev.adk4j.prompt.budget.ModelPrice;
import dev.adk4j.prompt.budget.PriceTable;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.springai.dialect.ProviderDialects;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.test.EventRecorder;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnHandle;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import reactor.core.publisher.Flux;

class FallbackExecutorTests {

  private final ScriptedChatModel first = new ScriptedChatModel();
  private final ScriptedChatModel second = new ScriptedChatModel();
  private final CircuitBreaker circuit = CircuitBreaker.ofDefaults("first");
  private final ModelBreaker breaker = ModelBreaker.of(circuit);

  private record Weather(String sky) {}

  @Test
  void asksInOrderAndTheFirstThatAnswersIsTheLast() {
    first.then(text("Hello."));
    Agent agent = new Agent(executor());

    assertThat(agent.ask("Hi")).hasNoErrors().said("Hello.");

    assertThat(second.prompts).isEmpty();
    assertThat(circuit.getMetrics().getNumberOfSuccessfulCalls()).isEqualTo(1);
  }

  @Test
  void asksAModelThatFailedLastForTheRestOfTheTurnAndFirstInTheNext() throws Exception {
    first.then(broken()).then(text("Back again."));
    second.then(calls(call("a", "weather", "{\"city\":\"Oslo\"}"))).then(text("Rain."));
    Agent agent = new Agent(executor());

    assertThat(agent.ask("Weather?")).hasNoErrors().said("Rain.");
    assertThat(first.prompts).hasSize(1);
    assertThat(second.prompts).hasSize(2);

    assertThat(agent.ask("And now?")).hasNoErrors().said("Back again.");
  }

  @Test
  void returnsToAModelThatFailedIfTheOtherFailsLater() throws Exception {
    first.then(broken()).then(text("Rain."));
    second.then(calls(call("a", "weather", "{\"city\":\"Oslo\"}"))).then(broken());
    Agent agent = new Agent(executor());

    assertThat(agent.ask("Weather?")).hasNoErrors().said("Rain.");

    assertThat(agent.toolCalls()).hasSize(1);
    assertThat(agent.events().events(TurnEvent.TOOL_EXECUTION_START)).hasSize(1);
  }

  @Test
  void asksTheNextAfterPartsThatNobodyHeard() throws Exception {
    first.then(
        Flux.just(calls(call("a", "weather", "{\"city\":\"Oslo\"}")))
            .concatWith(Flux.error(new IOException("reset"))));
    second.then(text("Hello."));
    Agent agent = new Agent(executor());

    assertThat(agent.ask("Hi")).hasNoErrors().said("Hello.");

    assertThat(agent.toolCalls()).isEmpty();
    assertThat(circuit.getMetrics().getNumberOfFailedCalls()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void neverDoublesWhatWasHeard(boolean continued) throws Exception {
    first.then(Flux.just(text("One two ")).concatWith(Flux.error(new IOException("reset"))));
    second.then(text("three."));
    Agent agent = new Agent(executor().continued(continued));

    EventRecorder events = agent.ask("Count.");

    if (continued) {
      assertThat(events).hasNoErrors().isWellFormed();
      assertThat(agent.answers()).containsExactly("One two ", "three.");
      assertThat(events.events(TurnEvent.ITERATION_START)).hasSize(2);
      assertThat(agent.logged("model-switch").payload().toString()).contains("broken-answer");
      assertThat(second.prompts.getLast().getContents()).contains("One two ", "Please continue.");
    } else {
      assertThat(events).hasErrors(LlmErrorCode.E_LLM_STREAM_ERROR);
      assertThat(agent.answers()).isEmpty();
      assertThat(second.prompts).isEmpty();
      assertThat(agent.logKinds()).doesNotContain("model-switch");
    }
  }

  @Test
  void doesNotGoOnWithoutAnotherModel() throws Exception {
    first.then(Flux.just(text("One ")).concatWith(Flux.error(new IOException("reset"))));
    second.then(Flux.just(text("two ")).concatWith(Flux.error(new IOException("reset"))));
    Agent agent = new Agent(executor().continued(true));

    assertThat(agent.ask("Count.")).hasErrors(LlmErrorCode.E_LLM_STREAM_ERROR);
    assertThat(agent.answers()).containsExactly("One ");
  }

  @Test
  void failsAnAnswerOfATypeThatBreaksOff() throws Exception {
    first.then(Flux.just(text("{\"sky\":")).concatWith(Flux.error(new IOException("reset"))));
    Agent agent =
        new Agent(executor().continued(true))
            .without("weather")
            .answering(AnswerType.of(Weather.class));

    assertThat(agent.ask("Weather?")).hasErrors(LlmErrorCode.E_LLM_STREAM_ERROR);

    assertThat(agent.answers()).isEmpty();
  }

  @Test
  void asksTheNextForAnAnswerOfAType() throws Exception {
    first.then(broken());
    second.then(text("{\"sky\":\"grey\"}"));
    Agent agent = new Agent(executor()).without("weather").answering(AnswerType.of(Weather.class));

    assertThat(agent.ask("Weather?")).hasNoErrors();

    assertThat(agent.answers()).containsExactly("{\"sky\":\"grey\"}");
  }

  @Test
  void passesOverAnOpenCircuitAndAConditionThatRefuses() throws Exception {
    circuit.transitionToOpenState();
    ScriptedChatModel third = new ScriptedChatModel().then(text("Hello."));
    List<Long> seen = new ArrayList<>();
    Agent agent =
        new Agent(
            FallbackExecutor.of(
                route("a", first, breaker),
                new ModelRoute(
                    "b",
                    route("b", second, null).executor(),
                    (ctx, tokens) -> {
                      seen.add(tokens);
                      return false;
                    }),
                route("c", third, null)));

    assertThat(agent.ask("Hi")).hasNoErrors().said("Hello.");

    assertThat(seen).singleElement().satisfies(tokens -> assertThat(tokens).isPositive());
    assertThat(circuit.getMetrics().getNumberOfNotPermittedCalls()).isEqualTo(1);
    assertThat(agent.logged("model-switch").payload().toString()).contains("circuit-open");
    assertThat(first.prompts).isEmpty();
    assertThat(second.prompts).isEmpty();
  }

  @Test
  void tellsWhyNoModelMayAnswer() throws Exception {
    circuit.transitionToOpenState();
    Agent agent =
        new Agent(
            FallbackExecutor.of(
                route("a", first, breaker),
                new ModelRoute("b", route("b", second, null).executor(), (ctx, tokens) -> false)));

    assertThat(agent.ask("Hi")).hasErrors(LlmErrorCode.E_LLM_PROVIDER_ERROR);

    assertThat(agent.errors().getFirst())
        .hasMessageContaining("No model is available now: circuit-open.");
  }

  @Test
  void anExecutorAloneRefusesWhileItsCircuitIsOpen() {
    circuit.transitionToOpenState();
    Agent agent = new Agent(route("a", first, breaker).executor());

    assertThat(agent.ask("Hi")).hasErrors(LlmErrorCode.E_LLM_PROVIDER_ERROR);

    assertThat(first.prompts).isEmpty();
  }

  @Test
  void aPromptThatCostsTooMuchGoesToTheNext() throws Exception {
    ModelPrice price = ModelPrice.of("1000000", "1");

    assertThat(ModelRoute.Condition.maxPromptCost(BigDecimal.TEN, price).accepts(null, 10))
        .isTrue();
    assertThat(ModelRoute.Condition.maxPromptCost(BigDecimal.TEN, price).accepts(null, 11))
        .isFalse();
  }

  @Test
  void refusesTwoModelsOfOneName() {
    ModelRoute route = route("a", first, null);
    assertThatThrownBy(() -> FallbackExecutor.of(route, route))
        .hasMessageContaining("[a, a] must have different names");
  }

  @Test
  void aModelThatATurnNamesIsTheFirstAlone() {
    first.then(broken());
    second.then(text("Hello."));
    AgentClient agent = AgentClient.of(executor());

    agent.ask("Hi", o -> o.model("special").temperature(0.5));

    assertThat(first.prompts.getFirst().getOptions().getModel()).isEqualTo("special");
    assertThat(second.prompts.getFirst().getOptions().getModel()).isEqualTo("scripted");
    assertThat(second.prompts.getFirst().getOptions().getTemperature()).isEqualTo(0.5);
  }

  @Test
  void anAbortAsksNoOtherModelAndIsNoFailure() throws Exception {
    CircuitBreaker circuit =
        CircuitBreaker.of(
            "first",
            CircuitBreakerConfig.custom().permittedNumberOfCallsInHalfOpenState(1).build());
    circuit.transitionToOpenState();
    circuit.transitionToHalfOpenState();
    AbortController abort = new AbortController();
    first.then(Flux.<ChatResponse>never().doOnSubscribe(s -> abort.abort("enough")));
    Agent agent =
        new Agent(
            FallbackExecutor.of(
                    route("first", first, ModelBreaker.of(circuit)), route("second", second, null))
                .continued(true));

    EventRecorder events = agent.ask("Hi", abort, call -> {});

    assertThat(events).hasNoErrors().dispatchEndedWith(DispatchStatus.ABORTED);
    assertThat(second.prompts).isEmpty();
    assertThat(circuit.getMetrics().getNumberOfBufferedCalls()).isZero();
    assertThat(circuit.tryAcquirePermission()).as("the one permission of the state").isTrue();
  }

  @Test
  void anAbortWhileTheFirstFailsAsksNoOtherModel() throws Exception {
    AbortController abort = new AbortController();
    first.then(
        Flux.defer(
            () -> {
              abort.abort("enough");
              return broken();
            }));
    Agent agent = new Agent(executor());

    assertThat(agent.ask("Hi", abort, call -> {})).hasNoErrors();

    assertThat(second.prompts).isEmpty();
  }

  @Test
  void aBudgetIsChargedOnceAndAtThePriceOfTheModelThatAnswered() throws Exception {
    InMemoryBudgetLedger ledger = new InMemoryBudgetLedger();
    first.then(Flux.just(text("One ")).concatWith(Flux.error(new IOException("reset"))));
    second.then(text("two."), end("STOP", 10, 5));
    Agent agent =
        new Agent(executor().continued(true))
            .before(
                Budget.builder()
                    .ledger(ledger)
                    .prices(PriceTable.of(Map.of("scripted-1", ModelPrice.of("100000", "100000"))))
                    .limit(BudgetLimit.cost(BudgetLimit.Level.CONVERSATION, "1"))
                    .build());

    assertThat(agent.ask("Count.")).hasNoErrors();
    assertThat(agent.stats()).extracting(GenerationStats::totalTokens).containsExactly(15L);

    assertThat(agent.ask("Go on.")).hasErrors(LlmErrorCode.E_BUDGET_EXCEEDED);
    assertThat(first.prompts).hasSize(1);
    assertThat(second.prompts).hasSize(1);
  }

  @Test
  void aBudgetThatRunsOutBetweenModelsStopsTheSecond() throws Exception {
    first.then(calls(call("a", "weather", "{\"city\":\"Oslo\"}")), end("TOOL_CALLS", 100, 100));
    Agent agent =
        new Agent(executor())
            .before(
                Budget.builder().limit(BudgetLimit.tokens(BudgetLimit.Level.TURN, 100)).build());

    assertThat(agent.ask("Weather?")).hasErrors(LlmErrorCode.E_BUDGET_EXCEEDED);

    assertThat(second.prompts).isEmpty();
    assertThat(agent.stats()).hasSize(1);
  }

  @Test
  void aGateOfTheSecondModelWaitsAndTheTurnGoesOnWithTheFirstThatAnswers() {
    first.then(broken()).then(broken());
    second
        .then(text("I will. "), calls(call("a", "pay", "{}")), end("TOOL_CALLS", 10, 5))
        .then(text("Paid."), end("STOP", 10, 5));
    AtomicInteger paid = new AtomicInteger();
    try (GateService gates =
            GateService.of(
                TurnStore.inMemory(),
                GateService.Options.DEFAULT.withAuthorizer(
                    (actor, gate) -> GateAuthorizer.Answer.grant()));
        Gated gated = new Gated(executor(), gates, paid)) {
      Conversation conversation = gated.agent.conversation(Scope.of("acme", "ann", "c"));

      Answer waiting = conversation.send("Pay.");
      assertThat(waiting.status()).isEqualTo(Answer.Status.WAITING);
      assertThat(paid).hasValue(0);
      Answer paidFor = conversation.decide(waiting.gate(), true);

      assertThat(paidFor.text()).isEqualTo("Paid.");
      assertThat(paid).hasValue(1);
      assertThat(first.prompts).hasSize(2);
      assertThat(second.prompts).hasSize(2);
    }
  }

  @Test
  void aStreamTellsTheTextOnce() throws Exception {
    first.then(broken());
    second.then(text("Hel"), text("lo."), end("STOP", 1, 2));
    StringBuilder heard = new StringBuilder();

    TurnHandle turn =
        AgentClient.of(executor()).stream("Hi")
            .start(call -> call.on(TurnEvent.MESSAGE, delta -> heard.append(delta.aDelta())));
    turn.completion().get();

    assertThat(heard).hasToString("Hello.");
  }

  /** Signatures of reasoning mean nothing to another provider, which may refuse them. */
  @Test
  void metadataGoesBackToItsOwnModelAlone() throws Exception {
    first
        .then(
            new ChatResponse(
                List.of(
                    new Generation(
                        AssistantMessage.builder()
                            .content("")
                            .properties(Map.of("reasoningContent", "Look it up."))
                            .toolCalls(List.of(call("a", "weather", "{\"city\":\"Oslo\"}")))
                            .build()))))
        .then(broken());
    second.then(text("Rain."));
    Agent agent =
        new Agent(
            FallbackExecutor.of(
                ModelRoute.of("a", speaking(first)), ModelRoute.of("b", speaking(second))));

    assertThat(agent.ask("Weather?")).hasNoErrors();

    assertThat(withCalls(first).getMetadata()).containsEntry("reasoningContent", "Look it up.");
    assertThat(withCalls(second).getMetadata()).doesNotContainKey("reasoningContent");
    assertThat(second.prompts.getLast().getContents()).contains("Look it up.");
  }

  private static ChatModelExecutor speaking(ScriptedChatModel model) {
    return ChatModelExecutor.builder(model)
        .options(LlmExecutorOptions.builder().autoAck(true).build())
        .dialect(ProviderDialects.builtIn().named("openai"))
        .build();
  }

  private static AssistantMessage withCalls(ScriptedChatModel model) {
    return model.prompts.getLast().getInstructions().stream()
        .filter(message -> message instanceof AssistantMessage a && a.hasToolCalls())
        .map(AssistantMessage.class::cast)
        .findFirst()
        .orElseThrow();
  }

  /** An agent with a tool that needs approval. */
  private static final class Gated implements AutoCloseable {

    private final AgentClient agent;
    private final AgentRegistry waiting;

    Gated(FallbackExecutor executor, GateService gates, AtomicInteger paid) {
      TurnStore store = gates.store();
      waiting = AgentRegistry.of(gates);
      TurnRunner runner =
          TurnRunner.builder()
              .storage(new InMemoryStorageAdapter())
              .gates(gates)
              .tools(
                  List.of(
                      Tool.builder("pay")
                          .description("Pays.")
                          .inputSchema(ToolSchema.empty())
                          .guard(ApprovalGuard.required())
                          .handler(
                              (args, ctx, meta) -> {
                                paid.incrementAndGet();
                                return ToolOutput.text("done");
                              })
                          .build()))
              .turnInputPipeline(
                  List.of(
                      HydrateTurn.builder().messages(9).toolCalls(9).build(), new AcceptInput()))
              .executor(executor)
              .build();
      agent =
          AgentClient.builder(runner)
              .systemPrompt("")
              .registry(waiting)
              .actors(() -> Optional.of(GateActor.of("boss", "acme")))
              .build();
    }

    @Override
    public void close() {
      waiting.close();
    }
  }

  private FallbackExecutor executor() {
    return FallbackExecutor.of(route("first", first, breaker), route("second", second, null));
  }

  private static ModelRoute route(
      String name, ScriptedChatModel model, @Nullable ModelBreaker breaker) {
    return ModelRoute.of(
        name,
        ChatModelExecutor.builder(model)
            .options(LlmExecutorOptions.builder().autoAck(true).build())
            .breaker(breaker)
            .build());
  }

  private static Flux<ChatResponse> broken() {
    return Flux.error(new IOException("down"));
  }
}
