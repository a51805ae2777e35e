package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GatePolicy;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What somebody who may not settle a gate can make the database keep, and read again. */
class RefusedAttemptTests extends OnEachDatabase {

  private static final GateActor BOSS = GateActor.of("boss", "acme", "PAYER");

  private CountingDataSource counting;
  private GateService service;

  @BeforeEach
  void openService() {
    counting = new CountingDataSource(database.dataSource());
    service =
        opened(
            GateService.of(
                JdbcTurnStore.of(counting.dataSource()),
                GateService.Options.DEFAULT.withAuthorizer(
                    GatePolicy.strict().require("payment", Set.of("PAYER")))));
  }

  private String open() {
    TurnStore.Opening opening =
        Stores.opening(Scope.of("acme", "ann", "c-1"), "t-1", Ids.next(), "payment", null, null);
    service.store().openGate(opening);
    return opening.ref();
  }

  private void refused(String ref, GateActor actor, GateDecision decision, ErrorCode code) {
    assertThatThrownBy(() -> service.settle(ref, actor, decision))
        .matches(e -> AdkException.is(e, code));
  }

  @Test
  void storesNoContentOfRefusedAttempts() throws Exception {
    String ref = open();
    GateDecision large = GateDecision.resolve("v".repeat(200_000));
    for (int i = 0; i < 20; i++) {
      refused(ref, GateActor.of("clerk", "acme"), large, AdkErrorCode.E_GATE_NOT_AUTHORIZED);
      refused(ref, GateActor.of("spy", "other"), large, AdkErrorCode.E_GATE_NOT_FOUND);
    }
    service.settle(ref, BOSS, GateDecision.resolve("yes"));
    refused(ref, BOSS, large, AdkErrorCode.E_GATE_ALREADY_SETTLED);

    assertThat(
            database.count("select coalesce(sum(char_length(answer)), 0) from adk_gate_decision"))
        .isEqualTo("\"yes\"".length());
    assertThat(
            database.count(
                "select count(*) from adk_gate_decision where refusal is not null and (answer_kept"
                    + " or answer is not null or remark is not null or detail like '%vvv%')"))
        .isZero();
  }

  /** By the time of many attempts, each time with a gate that keeps all it may. */
  @Test
  @Tag("slow")
  void aRefusalCostsAsMuchAmongManyGatesAsAlone() {
    List<String> refs = Stream.generate(this::open).limit(15).toList();
    refuse(refs.getFirst(), 150);
    long alone = refuse(refs.getFirst(), 60);
    refs.forEach(ref -> refuse(ref, 100));

    long among = refuse(refs.getFirst(), 60);

    assertThat(among).as("%d ns alone", alone).isLessThan(5 * alone);
  }

  /** The time of the fastest half, in nanoseconds: others use the machine, too. */
  private long refuse(String ref, int times) {
    return LongStream.range(0, times)
        .map(
            i -> {
              long started = System.nanoTime();
              refused(
                  ref,
                  GateActor.of("clerk", "acme"),
                  GateDecision.abort(),
                  AdkErrorCode.E_GATE_NOT_AUTHORIZED);
              return System.nanoTime() - started;
            })
        .sorted()
        .limit(times / 2)
        .sum();
  }

  @Test
  void aSettlementReadsNoAttempts() {
    String ref = open();
    for (int i = 0; i < 3; i++) {
      refused(
          ref,
          GateActor.of("clerk", "acme"),
          GateDecision.abort(),
          AdkErrorCode.E_GATE_NOT_AUTHORIZED);
    }
    counting.forget();
    service.settle(ref, BOSS, GateDecision.resolve("yes"));

    assertThat(counting.sent())
        .filteredOn(sql -> sql.startsWith("select"))
        .isNotEmpty()
        .noneMatch(sql -> sql.contains("adk_gate_decision"));
  }

  @Test
  void migrationDeletesContentOfRefusedAttemptsAndKeepsTheNewest() throws Exception {
    String ref = open();
    try (var connection = database.dataSource().getConnection();
        var insert =
            connection.prepareStatement(
                "insert into adk_gate_decision (tenant, id, ref, kind, refusal, detail, actor,"
                    + " authorities, channel, decided_at, answer, answer_kept, edited, remark)"
                    + " values ('acme', ?, ?, 'resolve', ?, ?, 'clerk', '[]', 'http', 1, ?, true,"
                    + " false, ?)")) {
      for (int i = 0; i < 250; i++) {
        insert.setString(1, Ids.next());
        insert.setString(2, ref);
        insert.setString(3, i % 2 == 0 ? "unauthorized" : "foreign_tenant");
        insert.setString(4, "d".repeat(5_000));
        insert.setString(5, "\"" + "v".repeat(1_000) + "\"");
        insert.setString(6, "comment");
        insert.executeUpdate();
      }
    }

    for (int again = 0; again < 2; again++) {
      migrate();
      GateRecord gate = service.find("acme", ref).orElseThrow();
      assertThat(gate.refusals()).isEqualTo(125);
      List<GateDecisionRecord> kept = service.decisions(gate);
      assertThat(kept)
          .hasSize(TurnStore.REFUSALS_KEPT)
          .allMatch(attempt -> attempt.value() == null && attempt.comment() == null)
          .allMatch(attempt -> attempt.detail() != null && attempt.detail().length() == 2_000);
      assertThat(service.store().decisions(gate.tenant(), gate.ref(), true, null, 1_000))
          .hasSize(TurnStore.REFUSALS_KEPT);
      assertThat(database.count("select count(*) from adk_gate_decision")).isEqualTo(200);
    }
    assertThat(database.count("select foreign_refusals from adk_gate")).isEqualTo(125);
  }

  private void migrate() throws Exception {
    String script =
        "/db/adk/" + (kind == DatabaseKind.H2 ? "h2" : "postgresql") + "/V8__adk_gate_refusals.sql";
    try (InputStream in = AdkSchema.class.getResourceAsStream(script);
        var connection = database.dataSource().getConnection();
        var statement = connection.createStatement()) {
      String sql = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      statement.execute(sql.replace("${prefix}", "adk_"));
    }
  }
}
