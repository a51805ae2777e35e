package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Gates and turns that were stored before version 17, after all scripts have run twice. */
class WaitingUpgradeTests {

  private static final String GATE =
      "insert into adk_gate (tenant, ref, conversation, turn_id, gate_id, gate_key, open_key,"
          + " reason, payload, has_schema, tool, tool_checksum, tool_call_id, node, openings,"
          + " state, undecided, opened_at, asked_at) values ('t-1', '%s', 'c', 't', 'g', '%s', %s,"
          + " 'r', '{\"checksum\":\"other\"}', true, 'tool', 'sum', 'call', 'n', 1, '%s', %s, 1,"
          + " 1)";

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void keepGatesAndTurnsAndOneUndecidedGateForAKey(DatabaseKind kind) throws Exception {
    try (TestDatabase database = kind.empty(5)) {
      old(database);
      upgrade(database);
      JdbcTurnStore turns = JdbcTurnStore.of(database.dataSource());
      assertThat(turns.gate("t-1", "open").orElseThrow())
          .returns("sum", GateRecord::checksum)
          .returns("call", GateRecord::toolCallId)
          .returns(GateState.OPEN, GateRecord::state);
      assertThat(
              turns
                  .openGate(WaitingPlansTests.opening(Scope.of("t-1", null, "c"), "k"))
                  .gate()
                  .ref())
          .isEqualTo("open");
      assertThat(
              turns
                  .openGate(WaitingPlansTests.opening(Scope.of("t-1", null, "c"), "k2"))
                  .gate()
                  .previous())
          .isEqualTo("before");

      StoredTurn turn = turns.findByKey(Scope.of("t-1", null, "c"), "q").orElseThrow();
      assertThat(turn.acceptance()).isEqualTo(asked(turn, 0));
      assertThat(turns.claim("t-1", "t", "m", Duration.ofMinutes(1))).isPresent();
      assertThat(database.query("select priority from adk_task")).containsExactly("0");
      refuseASecondOne(database);
    }
  }

  private static void refuseASecondOne(TestDatabase database) {
    String turn =
        "insert into adk_waiting_turn (tenant, turn_id, conversation, state, phase, iteration,"
            + " token, attempt, results, created_at, updated_at, %s) values ('t-1', 't-2', 'c',"
            + " 'ready', 'accepted', 0, 0, 0, '{}', 1, 1, '%s')";
    refuse(database, turn.formatted("lane", "c"));
    refuse(database, turn.formatted("request_key", "q"));
    refuse(database, GATE.formatted("second", "k", "'k'", "open", "true"));
  }

  private static void refuse(TestDatabase database, String insert) {
    assertThatThrownBy(() -> database.execute(insert))
        .rootCause()
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("23505");
  }

  private static StoredTurn.Acceptance asked(StoredTurn turn, int priority) {
    return new StoredTurn.Acceptance(JsonValue.parse("[]"), "q", "f", priority);
  }

  private static void old(TestDatabase database) throws Exception {
    String all = script(database);
    run(database, all.substring(0, all.indexOf("-- Smaller rows")));
    database.execute(GATE.formatted("open", "k", "'k'", "open", "true"));
    database.execute(GATE.formatted("before", "k2", "null", "rejected", "false"));
    database.execute(
        "insert into adk_waiting_turn (tenant, turn_id, conversation, state, phase, iteration,"
            + " token, attempt, node, results, memo, created_at, updated_at, input, request_key,"
            + " fingerprint, lane) values ('t-1', 't', 'c', 'waiting', 'asked', 0, 1, 0, 'n',"
            + " '{\"errorDetail\":\"MESSAGE\",\"inlineUpTo\":0,\"maxParallel\":8}', '{}', 1, 1,"
            + " '[]', 'q', 'f', 'c')");
    database.execute(
        "insert into adk_waiting_call (tenant, turn_id, ordinal, id, tool, args, gate_ref,"
            + " iteration) values ('t-1', 't', 0, 'a', 'tool', '{}', 'open', 0)");
    database.execute(
        "insert into adk_task (task_name, task_instance, execution_time, picked, version) values"
            + " ('adk-turn', 't t-1', current_timestamp, false, 1)");
  }

  /** As an upgrade without a tool does, and the one after it. */
  private static void upgrade(TestDatabase database) throws Exception {
    AdkSchema.of(database.dataSource()).apply(AdkSchemaMode.CREATE_IF_MISSING);
    run(database, script(database));
  }

  private static String script(TestDatabase database) {
    return SchemaScript.read(
        Dialect.of(database.dataSource(), new Names(null, "adk_")).id(), "adk_");
  }

  private static void run(TestDatabase database, String script) throws Exception {
    try (Connection connection = database.dataSource().getConnection()) {
      SchemaScript.run(
          connection, Dialect.of(database.dataSource(), new Names(null, "adk_")), script);
    }
  }
}
