package dev.adk4j.boot.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.OwnConfigurations;
import dev.adk4j.boot.Starts;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.ErasureGuard;
import dev.adk4j.jdbc.ErasureReport;
import dev.adk4j.jdbc.ErasureTarget;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.primitive.Message;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnHandle;
import dev.adk4j.value.Scope;
import dev.adk4j.web.stream.TurnEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Timeout(300)
class NodeErasureTests {

  private static final Scope ANNA = Scope.of("acme", "anna", "c1");
  private static final Scope BOB_WITH_ANNA = Scope.of("acme", "bob", "c1");
  private static final Scope BOB = Scope.of("acme", "bob", "c2");
  private static final Scope ELSEWHERE = Scope.of("other", "anna", "c1");

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(
              DataSourceAutoConfiguration.class,
              AdkJdbcStorageAutoConfiguration.class,
              AdkAutoConfiguration.class,
              OwnConfigurations.named("stream.AdkStreamAutoConfiguration"))
          .withUserConfiguration(Agent.class)
          .withPropertyValues(
              "adk.storage.noop=tools",
              "adk.jdbc.schema=create-if-missing",
              "spring.datasource.generate-unique-name=true");

  @ParameterizedTest
  @ValueSource(strings = {"conversation", "subject", "tenant"})
  void erasedTextIsNotServedAnyMore(String what) throws Exception {
    var context = runner.start();
    TurnEvents events = context.getBean(TurnEvents.class);
    for (Scope scope : new Scope[] {ANNA, BOB_WITH_ANNA, BOB, ELSEWHERE}) {
      assertThat(say(events, scope, "hello").join(Duration.ofMinutes(1))).isTrue();
    }
    context.getBean(AdkStorageAdmin.class).erase(target(what));

    assertThat(events.scopes())
        .containsExactlyInAnyOrder(
            what.equals("tenant") ? new Scope[] {ELSEWHERE} : new Scope[] {BOB, ELSEWHERE});
  }

  @Test
  void erasesOlderEvents() throws Exception {
    var context = runner.start();
    TurnEvents events = context.getBean(TurnEvents.class);
    assertThat(say(events, ANNA, "hello").join(Duration.ofMinutes(1))).isTrue();
    AdkStorageAdmin admin = context.getBean(AdkStorageAdmin.class);

    admin.erase(new ErasureTarget.OlderThan("acme", Instant.EPOCH));
    assertThat(events.scopes()).containsExactly(ANNA);
    admin.erase(new ErasureTarget.OlderThan(null, Instant.now().plusSeconds(60)));
    assertThat(events.scopes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"conversation", "subject", "tenant"})
  void stopsRunningTurnBeforeErasure(String what) throws Exception {
    var context = runner.start();
    Agent agent = context.getBean(Agent.class);
    TurnEvents events = context.getBean(TurnEvents.class);
    AdkStorageAdmin admin = context.getBean(AdkStorageAdmin.class);
    assertThat(say(events, ANNA, "hello").join(Duration.ofMinutes(1))).isTrue();
    TurnHandle running = say(events, BOB_WITH_ANNA, "wait");
    TurnHandle other = say(events, BOB, what.equals("tenant") ? "hello" : "wait");
    agent.waiting.acquire(what.equals("tenant") ? 1 : 2);

    ErasureReport report = admin.erase(target(what));

    // its handle is told just after the turn ended
    assertThat(running.join(Duration.ofMinutes(1))).isTrue();
    assertThat(report.messages()).isPositive();
    assertThat(admin.conversation("acme", "c1")).isEmpty();
    assertThat(events.scopes()).doesNotContain(ANNA, BOB_WITH_ANNA);
    if (!what.equals("tenant")) {
      assertThat(other.isDone()).isFalse();
      other.abort();
    }
    assertThat(other.join(Duration.ofMinutes(1))).isTrue();
  }

  @Test
  void erasesNothingIfATurnDoesNotStop() throws Exception {
    var context = runner.start("adk.shutdown.abort-timeout=50ms");
    Agent agent = context.getBean(Agent.class);
    TurnEvents events = context.getBean(TurnEvents.class);
    AdkStorageAdmin admin = context.getBean(AdkStorageAdmin.class);
    TurnHandle running = say(events, ANNA, "deaf");
    agent.waiting.acquire();

    assertThatThrownBy(() -> admin.erase(target("conversation")))
        .isInstanceOfSatisfying(
            AdkException.class,
            e -> {
              assertThat(e.errorCode()).isEqualTo(AdkErrorCode.E_ERASURE_TURNS_RUN);
              assertThat(e.getMessage()).contains(running.turnId());
            });
    assertThat(admin.conversation("acme", "c1")).isPresent();
    agent.goOn.countDown();
    assertThat(running.join(Duration.ofMinutes(1))).isTrue();
    admin.erase(target("conversation"));
    assertThat(admin.conversation("acme", "c1")).isEmpty();
  }

  @Test
  void turnStoresNothingDuringErasure() throws Exception {
    var context = runner.withUserConfiguration(StartsATurn.class).start();
    TurnEvents events = context.getBean(TurnEvents.class);
    AdkStorageAdmin admin = context.getBean(AdkStorageAdmin.class);
    assertThat(say(events, ANNA, "hello").join(Duration.ofMinutes(1))).isTrue();

    admin.erase(target("conversation"));

    assertThat(admin.conversation("acme", "c1")).isEmpty();
    assertThat(events.scopes()).isEmpty();
    assertThat(say(events, ANNA, "again").join(Duration.ofMinutes(1))).isTrue();
    assertThat(admin.conversation("acme", "c1")).isPresent();
  }

  private static ErasureTarget target(String what) {
    return switch (what) {
      case "conversation" -> new ErasureTarget.Conversation("acme", "c1");
      case "subject" -> new ErasureTarget.Subject("acme", "anna");
      default -> new ErasureTarget.Tenant("acme");
    };
  }

  private static TurnHandle say(TurnEvents events, Scope scope, String text) {
    return events.start(
        RawTurnContext.builder().systemPrompt("").scope(scope).input(Message.user(text)).build(),
        Starts.NOBODY);
  }

  @Configuration(proxyBeanMethods = false)
  static class Agent {

    private final Semaphore waiting = new Semaphore(0);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @Bean
    DispatchExecutor executor() {
      return (ctx, helpers) -> {
        String said = ctx.turnMessages().snapshot().getLast().content().orElseThrow().value();
        helpers.reportMessage("answer " + ctx.turnId(), "secret", true);
        if (said.equals("wait")) {
          CountDownLatch aborted = new CountDownLatch(1);
          ctx.abortSignal().onAbort(reason -> aborted.countDown());
          waiting.release();
          aborted.await();
          ctx.abortSignal().throwIfAborted();
        }
        if (said.equals("deaf")) {
          waiting.release();
          assertThat(goOn.await(1, TimeUnit.MINUTES)).isTrue();
        }
        ctx.ack();
      };
    }
  }

  /** Between the end of the turns that ran and the erasure. */
  @Configuration(proxyBeanMethods = false)
  static class StartsATurn {

    @Bean
    ErasureGuard startsATurn(ObjectProvider<TurnEvents> events) {
      return (admin, target, erasure) -> {
        ErasureReport report = erasure.get();
        try {
          assertThat(say(events.getObject(), ANNA, "late").join(Duration.ofMinutes(1))).isTrue();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
        return report;
      };
    }
  }
}
