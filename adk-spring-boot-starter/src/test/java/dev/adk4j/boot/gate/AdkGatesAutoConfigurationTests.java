package dev.adk4j.boot.gate;

import static dev.adk4j.boot.Starts.count;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.OwnConfigurations;
import dev.adk4j.boot.actuate.Shown;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateState;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnHandle;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.gate.PrincipalGateActors;
import dev.adk4j.web.internal.gate.GatesController;
import dev.adk4j.web.internal.gate.SecurityGateActors;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

@Timeout(300)
class AdkGatesAutoConfigurationTests {

  private static final Scope SCOPE = Scope.of("acme", "ann", "c-1");

  private final AtomicReference<Object> outcome = new AtomicReference<>();

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(
              EndpointAutoConfiguration.class,
              AdkGatesAutoConfiguration.class,
              AdkAutoConfiguration.class,
              OwnConfigurations.named("actuate.AdkActuatorAutoConfiguration"))
          .withFallback("storage", StorageAdapter.class, InMemoryStorageAdapter::new)
          .withBean(DispatchExecutor.class, () -> this::ask)
          .withPropertyValues(
              "management.endpoints.jmx.exposure.include=*", "spring.jmx.enabled=true");

  private void ask(
      dev.adk4j.loop.DispatchContext ctx, dev.adk4j.loop.DispatchExecutorHelpers helpers) {
    try {
      outcome.set(ctx.waitFor(GateRequest.of("g1", "payment", "5 euros")));
    } catch (Exception e) {
      outcome.set(e);
    }
    ctx.ack();
  }

  private ContextStarter onDatabase(String url) {
    return ContextStarter.of(
            DataSourceAutoConfiguration.class,
            OwnConfigurations.named("jdbc.AdkJdbcStorageAutoConfiguration"),
            AdkGatesAutoConfiguration.class,
            AdkAutoConfiguration.class)
        .withBean(DispatchExecutor.class, () -> this::ask)
        .withPropertyValues(url, "adk.jdbc.schema=create-if-missing", "adk.storage.noop=tools");
  }

  private interface Look {
    void at(GateService service, String ref, TurnHandle turn) throws Exception;
  }

  private void whileWaiting(ApplicationContext context, Look look) throws Exception {
    TurnRunner turns = context.getBean(TurnRunner.class);
    CompletableFuture<String> ref = new CompletableFuture<>();
    turns.observe(TurnEvent.TURN_GATE_OPEN, gate -> ref.complete(gate.ref().orElseThrow()));
    TurnHandle turn = turns.start(RawTurnContext.builder().systemPrompt("").scope(SCOPE).build());
    look.at(context.getBean(GateService.class), ref.get(2, TimeUnit.MINUTES), turn);
    assertThat(turn.join(Duration.ofMinutes(2))).isTrue();
  }

  @Test
  void aTurnsGateIsSettledByABeanCallAndMeasured() throws Exception {
    var context = runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new).start();
    assertThat(context).hasSingleBean(TurnStore.class).hasBean("adkInMemoryTurnStore");
    whileWaiting(
        context,
        (service, ref, turn) ->
            service.settle(ref, GateActor.of("boss", "acme"), GateDecision.resolve("yes")));
    assertThat(outcome).hasValue("yes");
    MeterRegistry meters = context.getBean(MeterRegistry.class);
    context.getBean(GateMeters.class).bindTo(meters);
    assertThat(meters.get("adk.gates.open").gauge().value()).isZero();
    assertThat(count(meters, "adk.gates.wait", "adk.gate.result", "resolved")).isEqualTo(1);
    assertThat(meters.get("adk.gates.wait").timer().getId().getTags())
        .as("what a gate asks for may be any text, which would be a meter each")
        .extracting(Tag::getKey)
        .containsExactly("adk.gate.result");
  }

  @Test
  void measuresOrphanedGatesApart() throws Exception {
    var context = runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new).start();
    whileWaiting(
        context,
        (service, ref, turn) -> {
          service
              .store()
              .openGate(
                  new TurnStore.Opening(
                      Ids.next(),
                      SCOPE,
                      "t",
                      "g",
                      null,
                      "payment",
                      null,
                      false,
                      null,
                      null,
                      null,
                      null,
                      "gone"));
          MeterRegistry meters = context.getBean(MeterRegistry.class);
          context.getBean(GateMeters.class).bindTo(meters);
          assertThat(meters.get("adk.gates.open").gauge().value()).isEqualTo(2);
          assertThat(meters.get("adk.gates.orphaned").gauge().value()).isEqualTo(1);
          service.settle(ref, GateActor.of("boss", "acme"), GateDecision.abort());
        });
  }

  @Test
  void authoritiesAndOwnSubjectsFollowTheProperties() throws Exception {
    var context =
        runner.start(
            "adk.gates.required-authorities.payment=PAYER", "adk.gates.allow-own-subject=true");
    whileWaiting(
        context,
        (service, ref, turn) -> {
          GateRecord gate = service.find("acme", ref).orElseThrow();
          assertThat(service.maySettle(GateActor.of("boss", "acme"), gate)).isFalse();
          assertThat(service.maySettle(GateActor.of("ann", "acme", "PAYER"), gate)).isTrue();
          service.settle(ref, GateActor.of("ann", "acme", "PAYER"), GateDecision.reject("no"));
        });
    assertThat((Throwable) outcome.get())
        .satisfies(e -> assertThat(AdkException.is(e, AdkErrorCode.E_TURN_GATE_REJECTED)).isTrue());
  }

  @Test
  void anAuthorizerOfTheApplicationReplacesTheRules() throws Exception {
    var context =
        runner
            .withBean(
                GateAuthorizer.class,
                () -> (actor, gate) -> GateAuthorizer.Answer.refuse("not today"))
            .start();
    whileWaiting(
        context,
        (service, ref, turn) -> {
          assertThat(Shown.resolve(context, turn.turnId(), "g1", "1")).isEqualTo(403);
          turn.abort();
        });
  }

  @Test
  void theActuatorListsAndSettlesRecordedGatesOfAllTenants() throws Exception {
    var context = runner.start();
    whileWaiting(
        context,
        (service, ref, turn) -> {
          assertThat(Shown.gates(context)).isEqualTo(Map.of(ref, false));
          assertThat(Shown.resolve(context, turn.turnId(), "g1", "1")).isEqualTo(200);
          assertThat(Shown.resolve(context, turn.turnId(), "g1", "1")).isEqualTo(409);
          assertThat(service.decisions(service.find("acme", ref).orElseThrow()).getFirst().actor())
              .isEqualTo(GateActor.of(null, null, List.of(), "actuator"));
          assertThat(Shown.gates(context)).isEmpty();
        });
  }

  @Test
  void twoNodesOnOneDatabaseSettleEachOthersGates() {
    String url = "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    ContextStarter node = onDatabase(url);
    node.run(
        one ->
            node.run(
                two -> {
                  assertThat(one).hasSingleBean(JdbcTurnStore.class);
                  whileWaiting(
                      one,
                      (service, ref, turn) -> {
                        GateService elsewhere = two.getBean(GateService.class);
                        assertThat(elsewhere.list(GateQuery.UNDECIDED)).hasSize(1);
                        GateRecord gate =
                            elsewhere.settle(
                                ref, GateActor.of("boss", "acme"), GateDecision.resolve("yes"));
                        assertThat(gate.state()).isEqualTo(GateState.RESOLVED);
                      });
                  assertThat(outcome).hasValue("yes");
                }));
  }

  @Test
  void keepsPayloadsUnlessDisabled() {
    ContextStarter node = onDatabase("spring.datasource.generate-unique-name=true");
    node.run(context -> assertThat(payload(context)).hasToString("\"5 euros\""));
    node.withPropertyValues("adk.gates.keep-content=false")
        .run(context -> assertThat(payload(context)).isNull());
  }

  private @Nullable Object payload(ApplicationContext context) throws Exception {
    AtomicReference<@Nullable Object> payload = new AtomicReference<>();
    whileWaiting(
        context,
        (service, ref, turn) -> {
          payload.set(service.find("acme", ref).orElseThrow().payload());
          service.settle(ref, GateActor.of("boss", "acme"), GateDecision.abort());
        });
    return payload.get();
  }

  @Test
  void usesGatesOfTheProcessIfRecordingIsDisabled() {
    assertThat(runner.start("adk.gates.enabled=false"))
        .hasNotFailed()
        .doesNotHaveBean(TurnStore.class)
        .doesNotHaveBean(GateService.class);
  }

  @Test
  void identifiesActorBySpringSecurityIfPresent() {
    assertThat(runner.start().getBean(GateActors.class)).isInstanceOf(SecurityGateActors.class);
    runner
        .withClassLoader(new FilteredClassLoader("org.springframework.security", "dev.adk4j.jdbc"))
        .run(
            context ->
                assertThat(context.getBean(GateActors.class))
                    .isInstanceOf(PrincipalGateActors.class));
  }

  private WebApplicationContextRunner web() {
    return anonymousWeb().withBean(GateActors.class, PrincipalGateActors::new);
  }

  private WebApplicationContextRunner anonymousWeb() {
    return new WebApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                AdkGatesAutoConfiguration.class,
                OwnConfigurations.named("web.AdkWebAutoConfiguration"),
                AdkGatesWebAutoConfiguration.class,
                AdkAutoConfiguration.class))
        .withBean(
            "storage",
            StorageAdapter.class,
            InMemoryStorageAdapter::new,
            definition -> definition.setFallback(true))
        .withBean(DispatchExecutor.class, () -> this::ask);
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void warnsAtStartOfMissingAuthorities(CapturedOutput output) {
    String warning = "any actor of a tenant may settle all of its gates";
    web()
        .withPropertyValues(
            "adk.gates.web.enabled=true", "adk.gates.required-authorities.payment=PAYER")
        .run(context -> assertThat(context).hasNotFailed());
    web()
        .withPropertyValues("adk.gates.web.enabled=true")
        .withBean(
            GateAuthorizer.class, () -> (actor, gate) -> GateAuthorizer.Answer.refuse("not today"))
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output).doesNotContain(warning);
    web()
        .withPropertyValues("adk.gates.web.enabled=true")
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output).containsOnlyOnce(warning);
  }

  @Test
  void createsHttpEndpointsIfEnabled() {
    WebApplicationContextRunner web = web();
    web.run(context -> assertThat(context).doesNotHaveBean(GatesController.class));
    web.withPropertyValues("adk.gates.web.enabled=no")
        .run(context -> assertThat(context).doesNotHaveBean(GatesController.class));
    for (String yes : List.of("true", "yes")) {
      web.withPropertyValues("adk.gates.web.enabled=" + yes)
          .run(context -> assertThat(context).hasSingleBean(GatesController.class));
    }
  }

  @Test
  void failsTheStartOfHttpEndpointsWithoutAuthentication() {
    WebApplicationContextRunner web =
        anonymousWeb().withPropertyValues("adk.gates.web.enabled=true");
    String remedy = "add spring-boot-starter-security, or declare a GateActors bean";
    web.run(context -> assertThat(context).getFailure().hasStackTraceContaining(remedy));
    web.withClassLoader(new FilteredClassLoader("org.springframework.security", "dev.adk4j.jdbc"))
        .run(context -> assertThat(context).getFailure().hasStackTraceContaining(remedy));
    web.withBean("springSecurityFilterChain", Object.class, Object::new)
        .run(context -> assertThat(context).hasSingleBean(GatesController.class));
  }

  @Test
  void refusesInvalidProperties() {
    for (String property :
        List.of(
            "adk.gates.dead-after=6s",
            "adk.gates.poll-interval=2s",
            "adk.gates.max-comment=-1",
            "adk.gates.max-value=0B",
            "adk.web.max-body=100MB",
            "adk.web.cursor-secret=short",
            "adk.turn.max-input=0B",
            "adk.gates.web.path=x")) {
      runner
          .withPropertyValues(property)
          .run(
              context ->
                  assertThat(context)
                      .getFailure()
                      .hasStackTraceContaining(property.substring(0, property.indexOf('='))));
    }
  }
}
