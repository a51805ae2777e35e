package dev.adk4j.boot.gate;

import static dev.adk4j.boot.Starts.count;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.OwnConfigurations;
import dev.adk4j.client.AcceptedTurn;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.AgentWaitingException;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.TurnInfo;
import dev.adk4j.client.WhileWaiting;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.Schedule;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnCounts;
import dev.adk4j.stored.TurnResumer;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.ApplicationContext;

@Timeout(300)
class AdkStoredTurnsAutoConfigurationTests {

  private static final Scope SCOPE = Scope.of("acme", "ann", "c-1");

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(
              DataSourceAutoConfiguration.class,
              OwnConfigurations.named("jdbc.AdkJdbcStorageAutoConfiguration"),
              AdkGatesAutoConfiguration.class,
              AdkStoredTurnsAutoConfiguration.class,
              AdkAutoConfiguration.class)
          .withBean(DispatchExecutor.class, () -> AdkStoredTurnsAutoConfigurationTests::model)
          .withBean(Tool.class, AdkStoredTurnsAutoConfigurationTests::pay)
          .withPropertyValues(
              "spring.datasource.generate-unique-name=true", "adk.jdbc.schema=create-if-missing");

  private static Tool pay() {
    return Tool.builder("pay")
        .description("Pays.")
        .inputSchema(ToolSchema.empty())
        .guard(ApprovalGuard.required())
        .handler((args, ctx, meta) -> ToolOutput.text("paid"))
        .build();
  }

  private static void model(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    if (ctx.turnToolCalls().isEmpty()) {
      ToolCallRunner.run(
          ctx, helpers, List.of(new ToolCallRequest(null, "pay", null)), ToolResultOptions.DEFAULT);
    } else {
      ctx.storeMessage(Message.assistant(ctx.turnToolCalls().snapshot().getLast().text()));
      ctx.ack();
    }
  }

  @Test
  void startThatFailsLeavesNoThread() {
    long before = threads();
    runner
        .withBean(
            "broken",
            Object.class,
            () -> {
              throw new IllegalStateException("broken");
            },
            definition -> definition.setDependsOn("adkAgentRegistry"))
        .run(context -> assertThat(context).hasFailed());
    assertThat(threads()).isEqualTo(before);
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("adk-"))
        .count();
  }

  private static Optional<StoredTurn> send(ApplicationContext context) {
    AtomicReference<Optional<StoredTurn>> waiting = new AtomicReference<>();
    context
        .getBean(TurnRunner.class)
        .turn(
            RawTurnContext.builder()
                .systemPrompt("")
                .scope(SCOPE)
                .parkApprovals(true)
                .parkingMemo(JsonValue.of(java.util.Map.of("agent", "gone")))
                .build())
        .inspect(ctx -> waiting.set(ctx.waiting()))
        .run();
    return waiting.get();
  }

  @Test
  void schedulesRun() {
    accepts(runner.start(), registry -> registry.runSchedules(Instant.now()));
  }

  @Nested
  @Tag("slow")
  class Unasked {

    @Test
    void schedulesRunByThemselves() {
      accepts(runner.start(), registry -> {});
    }
  }

  private static void accepts(ApplicationContext context, Consumer<AgentRegistry> onEachLook) {
    AgentRegistry registry = context.getBean(AgentRegistry.class);
    AgentClient agent = context.getBean(AgentClient.class);
    Conversation conversation = agent.conversation("ann", "reports");
    Schedule daily =
        conversation.schedule("daily").cron("0 0 8 * * *", ZoneId.of("Europe/Vienna")).send("Pay.");
    assertThat(daily.next().atZone(ZoneId.of("Europe/Vienna")).toLocalTime())
        .isEqualTo(LocalTime.of(8, 0));
    assertThatThrownBy(() -> agent.schedule("often", "often", conversation, "Pay."))
        .hasMessageContaining("often");

    conversation.schedule("soon").in(Duration.ofMillis(1)).send("Pay.");
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> {
              onEachLook.accept(registry);
              return registry.operations().list(null, Set.of(State.WAITING), null, 10).stream()
                  .anyMatch(TurnInfo::durable);
            });
    assertThat(conversation.schedules()).containsExactly(daily);
  }

  @Test
  void clientReturnsWaitingAndTheAnswerAfterTheDecision() {
    var context = runner.start();
    Conversation conversation = context.getBean(AgentClient.class).conversation("ann", "orders");
    Answer asked = conversation.send("Pay.");
    assertThat(asked.status()).isEqualTo(Answer.Status.WAITING);
    assertThat(asked.gate().tool()).isEqualTo("pay");

    Answer answer =
        conversation.decide(
            asked.gate().id(),
            GateDecision.resolve(true),
            GateActor.of("boss", Scope.DEFAULT_TENANT));
    assertThat(answer.text()).isEqualTo("paid");
    assertThat(conversation.answer(asked.turnId()).text()).isEqualTo("paid");
    assertThatThrownBy(() -> conversation.decide(asked.gate(), true))
        .hasMessageContaining("Nobody is authenticated");
  }

  @Test
  void durableTurnsRunByThemselvesInTheOrderOfTheirAcceptance() {
    var context = runner.start();
    Conversation conversation = context.getBean(AgentClient.class).conversation("ann", "orders");
    AcceptedTurn first = conversation.durable().key("order-1").send("Pay.");
    AcceptedTurn second =
        conversation.durable().send("Pay.", o -> o.whileWaiting(WhileWaiting.QUEUE));
    Answer asked = first.answer();
    assertThat(asked.status()).isEqualTo(Answer.Status.WAITING);
    assertThat(second.answer(Duration.ofMillis(1))).isEmpty();
    assertThat(conversation.durable().key("order-1").send("Pay.").turnId())
        .isEqualTo(first.turnId());

    conversation.decide(
        asked.gate().id(), GateDecision.resolve(true), GateActor.of("boss", Scope.DEFAULT_TENANT));
    assertThat(first.answer().text()).isEqualTo("paid");
    assertThat(second.answer().status()).isEqualTo(Answer.Status.COMPLETED);
  }

  @Test
  void metersTellOfTurnsThatWaitAndGoOn() {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    var context = runner.withBean(MeterRegistry.class, () -> meters).start();
    context.getBean(GateMeters.class).bindTo(meters);
    context.getBean(StoredTurnMeters.class).bindTo(meters);
    AgentClient agent = context.getBean(AgentClient.class);
    Conversation conversation = agent.conversation("ann", "orders");
    Answer asked = conversation.send("Pay.");
    agent.conversation("ann", "others").send("Pay.");
    assertThat(meters.get("adk.turns.waiting").gauge().value()).isEqualTo(2);
    assertThat(meters.find("adk.turns.continued").counter()).isNull();
    TurnCounts here = context.getBean(TurnStore.class).here();
    here.add(TurnCounts.Event.CALL_UNKNOWN);
    here.add(TurnCounts.Event.FENCED);
    assertThat(count(meters, "adk.turns.calls.interrupted", "adk.outcome", "unknown")).isEqualTo(1);
    assertThat(meters.get("adk.turns.fenced").functionCounter().count()).isEqualTo(1);
    assertThat(meters.get("adk.turns.failed").functionCounter().count()).isZero();

    conversation.decide(
        asked.gate().id(), GateDecision.resolve(true), GateActor.of("boss", Scope.DEFAULT_TENANT));
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(count(meters, "adk.turns.continued", "adk.status", "completed"))
                    .isEqualTo(1));
    assertThat(meters.get("adk.gates.settled").counter().count()).isEqualTo(1);
  }

  @Test
  void metersTellOfTurnsThatCouldNotGoOn() {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    var context = runner.withBean(MeterRegistry.class, () -> meters).start();
    context.getBean(StoredTurnMeters.class).bindTo(meters);
    StoredTurn turn = send(context).orElseThrow();
    context
        .getBean(GateService.class)
        .settle(turn.gates().getFirst(), GateActor.of("boss", "acme"), GateDecision.resolve(true));
    // its memo names an agent that this application does not have
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(count(meters, "adk.turns.continued", "adk.status", "failed"))
                    .isPositive());
  }

  @Test
  void propertiesChooseWhatBecomesOfAMessageWhileATurnWaits() {
    runner.run(
        context -> {
          Conversation conversation = context.getBean(AgentClient.class).conversation("ann", "c");
          conversation.send("Pay.");
          assertThatThrownBy(() -> conversation.send("Pay."))
              .isInstanceOf(AgentWaitingException.class);
        });
    var context =
        runner.start("adk.client.while-waiting=supersede", "adk.agents.other.while-waiting=refuse");
    Conversation conversation = context.getBean(AgentClient.class).conversation("ann", "c");
    Answer first = conversation.send("Pay.");
    Answer second = conversation.send("Pay.");
    assertThat(second.gate()).isNotEqualTo(first.gate());
    AgentClient other = context.getBean("other", AgentClient.class);
    assertThatThrownBy(() -> other.conversation("ann", "c").send("Pay."))
        .isInstanceOf(AgentWaitingException.class);
  }

  @Test
  void turnsBlockWhereGatesKeepNoContent() {
    var context =
        runner
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .start("adk.gates.keep-content=false");
    assertThat(context).hasNotFailed();
    assertThat(context.getBeanProvider(MeterBinder.class).orderedStream())
        .noneMatch(StoredTurnMeters.class::isInstance);
    assertThat(context.getBeanProvider(AgentRegistry.class).getIfAvailable()).isNull();
  }

  @Test
  void turnsWaitInMemoryWhereTheGatesDo() {
    runner
        .withBean(TurnStore.class, TurnStore::inMemory)
        .run(
            context -> {
              assertThat(context).hasSingleBean(TurnStore.class);
              assertThat(context).doesNotHaveBean(JdbcTurnStore.class);
              assertThat(send(context)).isPresent();
            });
    ContextStarter.of(
            AdkGatesAutoConfiguration.class,
            AdkStoredTurnsAutoConfiguration.class,
            AdkAutoConfiguration.class)
        .withBean(InMemoryStorageAdapter.class, InMemoryStorageAdapter::new)
        .withBean(Tool.class, AdkStoredTurnsAutoConfigurationTests::pay)
        .withBean(DispatchExecutor.class, () -> AdkStoredTurnsAutoConfigurationTests::model)
        .run(context -> assertThat(send(context)).isPresent());
  }

  @Test
  void anApplicationsOwnStoreTakesTheirPlace() {
    TurnStore own = TurnStore.inMemory();
    var context = runner.withBean("own", TurnStore.class, () -> own).start();
    assertThat(context.getBean(TurnStore.class)).isSameAs(own);
  }

  @Test
  void nothingWaitsWhereGatesKeepNoContent() {
    var context = runner.start("adk.gates.keep-content=false");
    assertThatThrownBy(() -> send(context))
        .hasMessageContaining("$.parkApprovals needs a gate store that keeps content");
  }

  @Test
  void nothingWaitsWhereGatesAreSwitchedOff() {
    var context = runner.start("adk.gates.enabled=false");
    assertThat(context).doesNotHaveBean(TurnStore.class).doesNotHaveBean(AgentRegistry.class);
  }

  @Test
  void turnsWaitInTheDatabaseAndGoOn() throws Exception {
    var context = runner.start();
    assertThat(context).hasSingleBean(TurnStore.class);
    TurnStore store = context.getBean(JdbcTurnStore.class);
    TurnRunner turns = context.getBean(TurnRunner.class);
    StoredTurn turn = send(context).orElseThrow();
    // its agents do not know the turn
    context.getBean(AgentRegistry.class).close();
    try (TurnResumer resumer =
        TurnResumer.builder(
                context.getBean(GateService.class),
                claimed ->
                    turns.run(RawTurnContext.builder().systemPrompt("").resume(claimed).build()))
            .build()) {
      context
          .getBean(GateService.class)
          .decide(
              turn.gates().getFirst(), GateActor.of("boss", "acme"), GateDecision.resolve(true));
      assertThat(resumer.await(SCOPE, turn.turnId(), Duration.ofMinutes(2), () -> false))
          .get()
          .extracting(StoredTurn::state)
          .isEqualTo(State.COMPLETED);
    }
  }
}
