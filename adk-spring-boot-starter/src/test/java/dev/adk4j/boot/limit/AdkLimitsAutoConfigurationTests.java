package dev.adk4j.boot.limit;

import static dev.adk4j.boot.Starts.count;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.OwnConfigurations;
import dev.adk4j.boot.gate.AdkGatesAutoConfiguration;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.ErasureTarget;
import dev.adk4j.jdbc.limit.JdbcRateCounter;
import dev.adk4j.limit.Limit;
import dev.adk4j.limit.LimitException;
import dev.adk4j.limit.RateCounter;
import dev.adk4j.limit.RateCounter.Rate;
import dev.adk4j.limit.RequestLimits;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.value.Scope;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.ApplicationContext;

@Timeout(300)
class AdkLimitsAutoConfigurationTests {

  private static final Scope ANN = Scope.of("acme", "ann", "c1");

  private final CountDownLatch go = new CountDownLatch(1);
  private final BlockingQueue<Object> gates = new LinkedBlockingQueue<>();

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(
              AdkLimitsAutoConfiguration.class,
              AdkGatesAutoConfiguration.class,
              AdkAutoConfiguration.class)
          .withFallback("storage", StorageAdapter.class, () -> new InMemoryStorageAdapter())
          .withBean(DispatchExecutor.class, () -> this::answer);

  private void answer(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
    go.await();
    ctx.storeMessage(Message.assistant("done"));
    ctx.ack();
  }

  private void ask(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    try {
      gates.add(String.valueOf(ctx.waitFor(GateRequest.of("g", "payment", "5 euros"))));
    } catch (Exception e) {
      gates.add(e);
    }
    ctx.storeMessage(Message.assistant("done"));
    ctx.ack();
  }

  private static Conversation of(ApplicationContext context, Scope scope) {
    return context.getBean(AgentClient.class).conversation(scope);
  }

  @Test
  void agentClientRefusesAndMeasuresTurnsOverTheLimit() throws Exception {
    var context =
        runner
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .start("adk.limits.open-turns=3", "adk.limits.open-turns-per-subject=2");
    List<CompletableFuture<Answer>> open = new CopyOnWriteArrayList<>();
    for (Scope scope : List.of(ANN, ANN, ANN.withSubject("bob"))) {
      open.add(of(context, scope).stream("hi").answer());
    }
    assertThatThrownBy(() -> of(context, ANN).send("one more"))
        .isInstanceOfSatisfying(
            LimitException.class,
            e -> {
              assertThat(e.errorCode()).isEqualTo(AdkErrorCode.E_LIMIT_REACHED);
              assertThat(e.limit()).isEqualTo(Limit.OPEN_TURNS_PER_SUBJECT);
            });
    assertThatThrownBy(() -> of(context, Scope.conversation("c")).send("one more"))
        .isInstanceOfSatisfying(
            LimitException.class,
            e -> assertThat(e.errorCode()).isEqualTo(AdkErrorCode.E_TOO_BUSY));
    go.countDown();
    for (CompletableFuture<Answer> reply : open) {
      reply.get();
    }
    assertThat(of(context, ANN).send("again").text()).isEqualTo("done");
    MeterRegistry meters = context.getBean(MeterRegistry.class);
    context.getBean(LimitMeters.class).bindTo(meters);
    for (Limit limit : Limit.values()) {
      boolean reached = limit == Limit.OPEN_TURNS || limit == Limit.OPEN_TURNS_PER_SUBJECT;
      assertThat(count(meters, "adk.limits.refusals", "adk.limit", limit.wire()))
          .isEqualTo(reached ? 1 : 0);
    }
    assertThat(meters.get("adk.streams.open").gauge().value()).isZero();
  }

  @Test
  void anHourHasItsLimits() {
    go.countDown();
    var context =
        runner.start("adk.limits.turns-per-hour=3", "adk.limits.conversations-per-hour=2");
    assertThat(context).hasSingleBean(RateCounter.class).hasBean("adkInMemoryRateCounter");
    of(context, ANN).send("1");
    of(context, ANN.withConversation("c2")).send("2");
    assertThatThrownBy(() -> of(context, ANN.withConversation("c3")).send("3"))
        .hasMessageContaining("At most 2 conversations");
    of(context, ANN).send("3");
    assertThatThrownBy(() -> of(context, ANN).send("4")).hasMessageContaining("At most 3 turns");
    of(context, Scope.conversation("nobody")).send("1");
  }

  @Test
  void turnsWithoutSubjectShareLimitsIfConfigured() {
    go.countDown();
    var context =
        runner.start("adk.limits.turns-per-hour=1", "adk.limits.share-without-subject=true");
    of(context, Scope.conversation("a")).send("1");
    assertThatThrownBy(() -> of(context, Scope.conversation("b")).send("2"))
        .isInstanceOf(LimitException.class);
  }

  @Test
  void gatesHaveALimitAndATimeoutUnlessTheyHaveOne() throws Exception {
    var context =
        runner
            .withPrimary("asking", DispatchExecutor.class, () -> this::ask)
            .start("adk.limits.open-gates-per-subject=1", "adk.limits.gate-timeout=1h");
    GateService service = context.getBean(GateService.class);
    AgentStream first = of(context, ANN).stream("hi");
    CompletableFuture<Answer> answer = first.answer();
    while (service.list(GateQuery.UNDECIDED).isEmpty()) {
      Thread.onSpinWait();
    }
    assertThat(service.list(GateQuery.UNDECIDED))
        .singleElement()
        .satisfies(
            gate ->
                assertThat(Duration.between(gate.openedAt(), gate.deadline()))
                    .isEqualTo(Duration.ofHours(1)));
    of(context, ANN.withConversation("c2")).send("hi");
    assertThat(gates.take()).isInstanceOf(LimitException.class);
    assertThat(service.list(GateQuery.UNDECIDED)).hasSize(1);
    first.abort();
    assertThatThrownBy(answer::get).hasCauseInstanceOf(AdkException.class);
    assertThat(gates.take()).isInstanceOf(AdkException.class);
    assertThat(context.getBean(RequestLimits.class).refusals(Limit.OPEN_GATES_PER_SUBJECT))
        .isEqualTo(1);
  }

  @Test
  void zeroSwitchesEachLimitOff() {
    var context =
        runner.start(
            "adk.limits.open-turns=0",
            "adk.limits.open-turns-per-subject=0",
            "adk.limits.streams=0",
            "adk.limits.streams-per-subject=0",
            "adk.limits.open-gates-per-subject=0",
            "adk.limits.gate-timeout=0",
            "adk.limits.turns-per-hour=0",
            "adk.limits.conversations-per-hour=0");
    RequestLimits limits = context.getBean(RequestLimits.class);
    for (int i = 0; i < 3_000; i++) {
      limits.turn(ANN.withConversation("c" + i));
      limits.stream(ANN);
      limits.gate(ANN);
    }
    assertThat(limits.gateTimeout()).isEmpty();
  }

  @Test
  void theApplicationsCounterIsAsked() {
    go.countDown();
    List<Rate> asked = new CopyOnWriteArrayList<>();
    var context =
        runner
            .withBean(
                RateCounter.class,
                () ->
                    rate -> {
                      asked.add(rate);
                      return asked.size() < 3
                          ? Optional.empty()
                          : Optional.of(Duration.ofMillis(1500));
                    })
            .start();
    of(context, ANN).send("1");
    assertThat(asked)
        .containsExactly(
            new Rate(Limit.CONVERSATIONS_PER_HOUR, "acme", "ann", 120, Duration.ofHours(1)),
            new Rate(Limit.TURNS_PER_HOUR, "acme", "ann", 600, Duration.ofHours(1)));
    assertThatThrownBy(() -> of(context, ANN).send("2"))
        .isInstanceOfSatisfying(
            LimitException.class, e -> assertThat(e.retryAfter()).isEqualTo(Duration.ofSeconds(2)));
  }

  @Test
  void twoNodesOnOneDatabaseCountTogether() {
    go.countDown();
    ContextStarter node =
        ContextStarter.of(
                DataSourceAutoConfiguration.class,
                OwnConfigurations.named("jdbc.AdkJdbcStorageAutoConfiguration"),
                AdkLimitsAutoConfiguration.class,
                AdkAutoConfiguration.class)
            .withBean(DispatchExecutor.class, () -> this::answer)
            .withPropertyValues(
                "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                "adk.jdbc.schema=create-if-missing",
                "adk.storage.noop=tools",
                "adk.limits.turns-per-hour=2");
    node.run(
        context ->
            assertThat(context).hasSingleBean(RateCounter.class).hasBean("adkInMemoryRateCounter"));
    ContextStarter counting = node.withPropertyValues("adk.limits.counter=database");
    counting.run(
        one ->
            counting.run(
                two -> {
                  assertThat(one).hasSingleBean(JdbcRateCounter.class);
                  of(one, ANN).send("1");
                  of(two, ANN).send("2");
                  for (ApplicationContext either : List.of(one, two)) {
                    assertThatThrownBy(() -> of(either, ANN).send("3"))
                        .isInstanceOf(LimitException.class);
                  }
                  AdkStorageAdmin admin = one.getBean(AdkStorageAdmin.class);
                  assertThat(admin.erase(new ErasureTarget.Subject("acme", "ann")).rates())
                      .isEqualTo(2);
                  of(two, ANN).send("3");
                }));
  }

  @Test
  void nodesShareTheBucketsOfTheApplication() {
    go.countDown();
    InMemoryBuckets buckets = new InMemoryBuckets();
    ContextStarter node =
        runner
            .withBean(ProxyManager.class, () -> buckets)
            .withPropertyValues("adk.limits.counter=bucket4j", "adk.limits.turns-per-hour=2");
    node.run(
        one ->
            node.run(
                two -> {
                  of(one, ANN).send("1");
                  of(two, ANN).send("2");
                  for (ApplicationContext either : List.of(one, two)) {
                    assertThatThrownBy(() -> of(either, ANN).send("3"))
                        .isInstanceOfSatisfying(
                            LimitException.class,
                            e ->
                                assertThat(e.retryAfter())
                                    .isBetween(Duration.ofMinutes(50), Duration.ofHours(1)));
                  }
                  of(one, ANN.withSubject("bob")).send("1");
                }));
    assertThat(buckets.states.keySet())
        .containsExactlyInAnyOrder(
            "adk:conversations-per-hour:120:4:acme:ann",
            "adk:conversations-per-hour:120:4:acme:bob",
            "adk:turns-per-hour:2:4:acme:ann",
            "adk:turns-per-hour:2:4:acme:bob");
  }

  @Test
  void reportsMissingCounter() {
    assertThat(runner.start("adk.limits.counter=database"))
        .getFailure()
        .rootCause()
        .hasMessageContaining("adk.limits.counter");
    assertThat(runner.start("adk.limits.counter=bucket4j"))
        .getFailure()
        .hasStackTraceContaining("ProxyManager");
    runner
        .withClassLoader(new FilteredClassLoader("io.github.bucket4j"))
        .withPropertyValues("adk.limits.counter=bucket4j")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("adk.limits.counter"));
    runner
        .withClassLoader(new FilteredClassLoader("io.github.bucket4j", "dev.adk4j.jdbc"))
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(RateCounter.class)
                    .hasBean("adkInMemoryRateCounter"));
  }
}
