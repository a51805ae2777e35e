package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateState;
import dev.adk4j.jdbc.stored.JdbcGateOptions;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.stored.GateService;
import dev.adk4j.test.gate.GateWaiter;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Gates whose database goes away, whose nodes disagree about the time, whose content is not kept.
 */
@Timeout(600)
class GateOutageTests {

  private static final Scope SCOPE = Scope.of("acme", "ann", "c-1");
  private static final GateActor BOSS = GateActor.of("boss", "acme");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Test
  void outageLosesNoDecisionAndNoWaiter() throws Exception {
    assumeTrue(
        PostgresServer.get().kind().equals("embedded"),
        "only the embedded server can be restarted here");
    PostgresServer server = PostgresServer.get().newDatabase();
    try (TwoPatiences one = new TwoPatiences(server);
        TwoPatiences two = new TwoPatiences(server);
        GateService here = service(one, JdbcGateOptions.DEFAULT);
        GateService there = service(two, JdbcGateOptions.DEFAULT)) {
      GateWaiter<String> waiter = GateWaiter.start(here, SCOPE, yes("g"));
      GateWaiter<String> aborted = GateWaiter.start(here, SCOPE, yes("h"));
      String ref = waiter.ref();
      String other = aborted.ref();
      one.away(true);
      two.away(true);
      try {
        PostgresServer.Embedded.stop();
        assertCode(
            () -> there.settle(ref, BOSS, GateDecision.resolve("yes")),
            AdkErrorCode.E_STORAGE_UNAVAILABLE);
        aborted.abort();
        assertCode(aborted::value, AdkErrorCode.E_TURN_GATE_ABORTED);
        assertThat(waiter.isWaiting()).isTrue();
        assertCode(() -> waiter.gate().resolve("yes"), AdkErrorCode.E_STORAGE_UNAVAILABLE);
        assertThat(waiter.isWaiting()).isTrue();
      } finally {
        PostgresServer.Embedded.startAgain();
        one.away(false);
        two.away(false);
      }
      Awaitility.await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> there.find("acme", ref).isPresent());
      there.settle(ref, BOSS, GateDecision.resolve("yes"));
      assertThat(waiter.value()).isEqualTo("yes");
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> there.find("acme", other).orElseThrow().state() == GateState.ABORTED);
    }
  }

  @Test
  void nodesWithDifferentClocksAgreeOnTheTime() throws Exception {
    for (DatabaseKind kind : DatabaseKind.values()) {
      try (TestDatabase database = kind.withTables(6);
          GateService here = service(database, JdbcGateOptions.DEFAULT);
          GateService there = service(database, JdbcGateOptions.DEFAULT)) {
        Instant before = Instant.now();
        GateWaiter<String> fast =
            GateWaiter.start(
                here,
                SCOPE,
                yes("fast").timeout(Duration.ofMinutes(30)),
                () -> Instant.now().plusSeconds(3600));
        GateWaiter<String> slow =
            GateWaiter.start(
                there,
                SCOPE,
                yes("slow").timeout(Duration.ofMillis(500)),
                () -> Instant.now().minusSeconds(3600));
        GateRecord gate = there.find("acme", fast.ref()).orElseThrow();
        assertThat(gate.deadline()).isEqualTo(gate.openedAt().plus(Duration.ofMinutes(30)));
        assertThat(gate.openedAt()).isBetween(before.minusSeconds(5), before.plusSeconds(60));
        assertCode(slow::value, AdkErrorCode.E_TURN_GATE_TIMEOUT);
        there.settle(fast.ref(), BOSS, GateDecision.resolve("in time"));
        assertThat(fast.value()).isEqualTo("in time");
      }
    }
  }

  @Test
  void keepsOnlyTheDeciderWithoutContent() throws Exception {
    for (DatabaseKind kind : DatabaseKind.values()) {
      JdbcGateOptions options = JdbcGateOptions.DEFAULT.withKeepContent(false).withListen(false);
      try (TestDatabase database = kind.withTables(6);
          GateService here = service(database, options);
          GateService there = service(database, options)) {
        GateWaiter<String> waiter =
            GateWaiter.start(
                here,
                SCOPE,
                GateRequest.of("g", "question", Map.of("secret", "payload"))
                    .schema(GateOutageTests::text));
        assertCode(
            () -> there.settle(waiter.ref(), BOSS, GateDecision.resolve(List.of("secret"))),
            AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION);
        there.settle(waiter.ref(), BOSS, GateDecision.resolve("secret"));
        assertThat(waiter.value()).isEqualTo("secret");
        Awaitility.await()
            .atMost(PATIENCE)
            .untilAsserted(
                () ->
                    assertThat(
                            database.query(
                                "select g.payload, d.answer, d.detail, d.remark, d.actor, d.refusal"
                                    + " from adk_gate g join adk_gate_decision d on d.ref = g.ref"
                                    + " order by d.decided_at, d.id"))
                        .containsExactly(
                            "null|null|null|null|boss|invalid", "null|null|null|null|boss|null"));
      }
    }
  }

  @Test
  void erasureOfAConversationErasesItsGatesAndDecisions() throws Exception {
    for (DatabaseKind kind : DatabaseKind.values()) {
      try (TestDatabase database = kind.withTables(6);
          GateService service = service(database, JdbcGateOptions.DEFAULT)) {
        AdkStorageAdmin admin = AdkStorageAdmin.of(database.dataSource());
        GateWaiter<String> gone = GateWaiter.start(service, SCOPE, yes("g"));
        service.settle(gone.ref(), BOSS, GateDecision.resolve("yes"));
        GateWaiter<String> waiting = GateWaiter.start(service, SCOPE, yes("w"));
        assertThat(waiting.gate()).isNotNull();
        GateWaiter<String> kept =
            GateWaiter.start(service, SCOPE.withConversation("c-2"), yes("g"));
        service.settle(kept.ref(), BOSS, GateDecision.resolve("yes"));
        assertThat(kept.value()).isEqualTo("yes");

        ErasureTarget target = new ErasureTarget.Conversation("acme", "c-1");
        assertThat(admin.preview(target).gates()).isEqualTo(2);
        assertThat(admin.erase(target).gates()).isEqualTo(2);
        assertCode(waiting::value, AdkErrorCode.E_TURN_GATE_ABORTED);
        assertThat(database.count("select count(*) from adk_gate_decision")).isEqualTo(1);

        Instant future = Instant.now().plusSeconds(3600);
        assertThat(admin.erase(new ErasureTarget.OlderThan("acme", future)).gates()).isEqualTo(1);
        assertThat(database.count("select count(*) from adk_gate_decision")).isZero();
      }
    }
  }

  private static GateService service(TestDatabase database, JdbcGateOptions options) {
    return service(database.dataSource(), options);
  }

  private static GateService service(DataSource dataSource, JdbcGateOptions options) {
    return GateService.of(
        JdbcTurnStore.of(dataSource, JdbcStorageOptions.DEFAULT, options, null),
        GateService.Options.DEFAULT
            .withHeartbeat(Duration.ofMillis(500))
            .withVerdictTimeout(PATIENCE));
  }

  private static GateRequest<String> yes(String id) {
    return GateRequest.of(id, "question", null).schema(GateOutageTests::text);
  }

  private static String text(@Nullable Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException("not a text: " + value);
  }

  private static void assertCode(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, ErrorCode code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            AdkException.class, e -> assertThat(e.errorCode()).as(e.toString()).isEqualTo(code));
  }
}
