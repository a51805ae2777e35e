package dev.adk4j.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.Starts;
import dev.adk4j.boot.actuate.AdkEndpoint.CallbackDescription;
import dev.adk4j.boot.actuate.AdkGatesEndpoint.GateDescription;
import dev.adk4j.boot.internal.turn.OpenTurns;
import dev.adk4j.client.AgentClient;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateSchema;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.storage.StoreMessageCallback;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnHandle;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.Operation;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ApplicationContext;

@Timeout(300)
class AdkActuatorAutoConfigurationTests {

  private static final Scope SCOPE = Scope.of("acme", "anna", "c1");

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(
              EndpointAutoConfiguration.class,
              AdkAutoConfiguration.class,
              AdkActuatorAutoConfiguration.class)
          .withFallback("storage", StorageAdapter.class, InMemoryStorageAdapter::new)
          .withPropertyValues(
              "management.endpoints.jmx.exposure.include=*", "spring.jmx.enabled=true");

  @Test
  void showsBeanOfEachCallback() {
    var context =
        withExecutor((ctx, helpers) -> ctx.ack())
            .withBean("own", StoreMessageCallback.class, () -> (ctx, message) -> {})
            .start();
    var adk = context.getBean(AdkEndpoint.class).adk();
    assertThat(adk.callbacks())
        .hasSize(27)
        .containsEntry("storeMessage", new CallbackDescription("application", "own"))
        .containsEntry("storeThought", new CallbackDescription("module", "storage"));
    assertThat(adk.executor()).isEqualTo(new CallbackDescription("application", "executor"));
    assertThat(adk.runners()).containsOnlyKeys("adkTurnRunner");
  }

  @Test
  void remembersTurnsWithoutTheirContent() {
    var context =
        withExecutor(
                (ctx, helpers) -> {
                  helpers.reportGenerationStats(GenerationStats.tokens("m", 7, 3));
                  helpers.reportMessage("m", "secret", true);
                  ctx.ack();
                })
            .start("adk.endpoint.recent-turns=2");
    TurnRunner turns = context.getBean(TurnRunner.class);
    List<String> started = new ArrayList<>();
    turns.observe(TurnEvent.TURN_START, start -> started.add(start.turnId()));
    turns.run(raw());
    turns.run(raw());
    turns.run(raw());

    List<TurnSummary> seen =
        context.getBean(AdkTurnsEndpoint.class).turns(null, null, null, null).turns();
    assertThat(seen)
        .as("the newest first")
        .extracting(TurnSummary::turnId)
        .containsExactly(started.get(2), started.get(1));
    assertThat(seen.getFirst().status()).isEqualTo("completed");
    assertThat(seen.getFirst().iterations()).isEqualTo(1);
    assertThat(seen.getFirst().promptTokens()).isEqualTo(7);
    assertThat(seen.getFirst().completionTokens()).isEqualTo(3);
    assertThat(seen.toString()).doesNotContain("secret");
  }

  @Test
  void aFailedTurnIsRememberedWithItsCode() {
    var context =
        withExecutor(
                (ctx, helpers) -> {
                  throw new IllegalStateException("secret");
                })
            .start();
    context.getBean(TurnRunner.class).run(raw());

    TurnSummary turn =
        context.getBean(AdkTurnsEndpoint.class).turns(null, null, null, null).turns().getFirst();
    assertThat(turn.status()).isEqualTo("failed");
    assertThat(turn.error()).isEqualTo("E_LLM_EXECUTION_EXECUTOR_ERROR");
  }

  @Test
  void anOpenGateIsListedAndResolved() throws Exception {
    withGate(
        (context, turn) -> {
          AdkGatesEndpoint gates = context.getBean(AdkGatesEndpoint.class);
          GateDescription gate = gates.gates().gates().getFirst();
          assertThat(gate.gateId()).isEqualTo("g1");
          assertThat(gate.reason()).isEqualTo("tool_approval");
          assertThat(gate.payload()).isNull();
          assertThat(
                  context
                      .getBean(AdkTurnsEndpoint.class)
                      .turns(null, null, null, null)
                      .turns()
                      .getFirst()
                      .status())
              .isEqualTo("open");

          assertThat(gates.settle(gate.turnId(), "g1", "resolve", "\"yes\"", null).getStatus())
              .isEqualTo(200);
          assertThat(turn.join(Duration.ofMinutes(2))).isTrue();
          assertThat(settled).hasValue("yes");
          assertThat(gates.gates().gates()).isEmpty();
          assertThat(gates.settle(gate.turnId(), "g1", "resolve", "\"yes\"", null).getStatus())
              .isEqualTo(404);
        });
  }

  @Test
  void anOpenGateIsRejectedWithAReason() throws Exception {
    withGate(
        (context, turn) -> {
          context
              .getBean(AdkGatesEndpoint.class)
              .settle(turn.turnId(), "g1", "reject", null, "too expensive");
          assertThat(turn.join(Duration.ofMinutes(2))).isTrue();
          assertThat(settled.get())
              .isInstanceOf(GateRejectedException.class)
              .hasToString(
                  GateRejectedException.class.getName()
                      + ": An operator rejected the gate: too expensive");
        });
  }

  @Test
  void invalidValueLeavesGateOpen() throws Exception {
    withGate(
        (context, turn) -> {
          AdkGatesEndpoint gates = context.getBean(AdkGatesEndpoint.class);
          assertInvalid(
              gates.settle(turn.turnId(), "g1", "resolve", "7", null),
              "expected a java.lang.String");
          assertInvalid(gates.settle(turn.turnId(), "g1", "resolve", "{", null), "must be JSON");
          assertInvalid(
              gates.settle(turn.turnId(), "g1", "approve", null, null), "resolve, reject or abort");
          assertThat(gates.gates().gates()).hasSize(1);
          gates.settle(turn.turnId(), "g1", "abort", null, null);
          assertThat(turn.join(Duration.ofMinutes(2))).isTrue();
        });
  }

  @Test
  void showsPayloadIfContentIsIncluded() throws Exception {
    runWithGate(
        runner.withPropertyValues("adk.endpoint.include-content=true"),
        (context, turn) -> {
          AdkGatesEndpoint gates = context.getBean(AdkGatesEndpoint.class);
          assertThat(gates.gates().gates().getFirst().payload())
              .isEqualTo(JsonValue.of(Map.of("tool", "pay")));
          gates.settle(turn.turnId(), "g1", "abort", null, null);
        });
  }

  @Test
  void healthCountsAndIsOutOfServiceWhileStopping() {
    var context = withExecutor((ctx, helpers) -> ctx.ack()).start();
    HealthIndicator health = context.getBean("adkHealthIndicator", HealthIndicator.class);
    Health up = health.health();
    assertThat(up.getStatus()).isEqualTo(Status.UP);
    assertThat(up.getDetails()).containsEntry("openTurns", 0).containsEntry("openGates", 0);
    context.stop();
    assertThat(context.getBean(OpenTurns.class).isOpen()).isFalse();
    assertThat(health.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
  }

  @Test
  void healthCountsTurnsAndGatesApart() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    withExecutor(
            (ctx, helpers) -> {
              running.countDown();
              goOn.await();
              ctx.ack();
            })
        .run(
            context -> {
              HealthIndicator health = context.getBean("adkHealthIndicator", HealthIndicator.class);
              TurnHandle turn = context.getBean(TurnRunner.class).start(raw());
              running.await();
              assertThat(health.health().getDetails())
                  .containsEntry("openTurns", 1)
                  .containsEntry("openGates", 0);
              goOn.countDown();
              assertThat(turn.join(Duration.ofMinutes(2))).isTrue();
            });
    withGate(
        (context, turn) -> {
          assertThat(
                  context
                      .getBean("adkHealthIndicator", HealthIndicator.class)
                      .health()
                      .getDetails())
              .containsEntry("openGates", 1);
          context.getBean(AdkGatesEndpoint.class).settle(turn.turnId(), "g1", "abort", null, null);
        });
  }

  @Test
  void toolsAreCountedAndSoAreTheirErrors() {
    var context =
        withExecutor(
                ScriptedExecutor.of(
                    Script.empty().callTool("fine", Map.of()).callTool("broken", Map.of()).ack()))
            .withBean("fine", Tool.class, () -> tool("fine", () -> ToolOutput.text("done")))
            .withBean(
                "broken",
                Tool.class,
                () ->
                    tool(
                        "broken",
                        () -> {
                          throw new IllegalStateException("secret");
                        }))
            .start();
    context.getBean(TurnRunner.class).run(raw());

    TurnSummary turn =
        context.getBean(AdkTurnsEndpoint.class).turns(null, null, null, null).turns().getFirst();
    assertThat(turn.toolExecutions()).isEqualTo(2);
    assertThat(turn.toolErrors()).isEqualTo(1);
  }

  @Test
  void settlesGatesWithWriteAccessOnly() {
    WebApplicationContextRunner web =
        new WebApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(
                    EndpointAutoConfiguration.class,
                    WebEndpointAutoConfiguration.class,
                    AdkAutoConfiguration.class,
                    AdkActuatorAutoConfiguration.class))
            .withBean(
                "storage",
                StorageAdapter.class,
                InMemoryStorageAdapter::new,
                definition -> definition.setFallback(true))
            .withBean("executor", DispatchExecutor.class, () -> (ctx, helpers) -> ctx.ack())
            .withPropertyValues("management.endpoints.web.exposure.include=adkgates");
    web.run(context -> assertThat(operations(context)).containsOnly(OperationType.READ));
    web.withPropertyValues("management.endpoint.adkgates.access=UNRESTRICTED")
        .run(context -> assertThat(operations(context)).contains(OperationType.WRITE));
  }

  private static List<OperationType> operations(ApplicationContext context) {
    return context.getBean(WebEndpointsSupplier.class).getEndpoints().stream()
        .flatMap(endpoint -> endpoint.getOperations().stream())
        .map(Operation::getType)
        .toList();
  }

  private static Tool tool(String name, Supplier<ToolOutput> answer) {
    return Starts.tool(name, (args, ctx, meta) -> answer.get());
  }

  @Test
  void healthCanBeSwitchedOff() {
    withExecutor((ctx, helpers) -> ctx.ack())
        .withPropertyValues("management.health.adk.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean("adkHealthIndicator"));
  }

  @Test
  void createsNoUnexposedEndpoints() {
    var context =
        withExecutor((ctx, helpers) -> ctx.ack())
            .start("management.endpoints.jmx.exposure.include=health");
    assertThat(context)
        .doesNotHaveBean(AdkEndpoint.class)
        .doesNotHaveBean(AdkTurnsEndpoint.class)
        .doesNotHaveBean(TurnLedger.class)
        .doesNotHaveBean(AdkGatesEndpoint.class);
  }

  @Test
  void startsWithoutAnActuator() {
    ContextStarter.of(AdkAutoConfiguration.class, AdkActuatorAutoConfiguration.class)
        .withFallback("storage", StorageAdapter.class, InMemoryStorageAdapter::new)
        .withBean("executor", DispatchExecutor.class, () -> (ctx, helpers) -> ctx.ack())
        .withClassLoader(
            new FilteredClassLoader(
                "org.springframework.boot.actuate", "org.springframework.boot.health"))
        .run(
            context -> {
              assertThat(context).hasNotFailed().hasSingleBean(AgentClient.class);
              assertThat(context).doesNotHaveBean(AdkEndpoint.class);
            });
  }

  private final AtomicReference<Object> settled = new AtomicReference<>();

  private interface Look {
    void at(ApplicationContext context, TurnHandle turn) throws Exception;
  }

  private void withGate(Look look) throws Exception {
    runWithGate(runner, look);
  }

  private void runWithGate(ContextStarter runner, Look look) throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    DispatchExecutor executor =
        (ctx, helpers) -> {
          try {
            settled.set(
                ctx.waitFor(
                    GateRequest.of("g1", "tool_approval", Map.of("tool", "pay"))
                        .schema(GateSchema.instanceOf(String.class))));
          } catch (Exception e) {
            settled.set(e);
          }
          ctx.ack();
        };
    var context = runner.withBean("executor", DispatchExecutor.class, () -> executor).start();
    TurnRunner turns = context.getBean(TurnRunner.class);
    turns.observe(TurnEvent.TURN_GATE_OPEN, gate -> open.countDown());
    TurnHandle turn = turns.start(raw());
    open.await();
    look.at(context, turn);
  }

  private static void assertInvalid(WebEndpointResponse<Object> answer, String detail) {
    assertThat(answer.getStatus()).isEqualTo(400);
    assertThat(answer.getContentType()).hasToString("application/problem+json");
    assertThat(answer.getBody()).asInstanceOf(InstanceOfAssertFactories.MAP).containsKey("code");
    assertThat(String.valueOf(answer.getBody())).contains(detail);
  }

  private ContextStarter withExecutor(DispatchExecutor executor) {
    return runner.withBean("executor", DispatchExecutor.class, () -> executor);
  }

  private static RawTurnContext raw() {
    return RawTurnContext.builder().systemPrompt("").scope(SCOPE).build();
  }
}
