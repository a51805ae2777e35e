package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** PostgreSQL reads gates and turns through indexes among many that are over. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WaitingPlansTests {

  private static final int ROWS = 30_000;
  private static final Pattern SCAN =
      Pattern.compile("Seq Scan on adk_(gate|gate_decision|waiting_turn|waiting_call)\\b");
  private static final Scope SCOPE = Scope.of("t-1", "ann", "c-5");

  private final TestDatabase database = DatabaseKind.POSTGRES.withTables(5);
  private final Explained explained = new Explained(database.dataSource());
  private final TurnStore turns = JdbcTurnStore.of(explained.proxy);

  @BeforeAll
  void fill() {
    String rows = " from generate_series(1, " + ROWS + ") i";
    String open = "(i % 100 = 0)";
    database.execute(
        "insert into adk_gate (tenant, ref, conversation, turn_id, gate_id, gate_key, reason,"
            + " payload, has_schema, tool, tool_checksum, node, openings, state, undecided,"
            + " opened_at, asked_at, deadline_at, settled_at, delivered_at) select 't-' || i % 3, 'r-' || i, case"
            + " when i % 2 = 0 then '' else 'c-' || (i % 5000) end, 't-' || i, 'g', 'k-' || i,"
            + " 'tool_approval', '{}', true, 'tool', 'x', 'gone', 1, case when "
            + open
            + " then 'open' else 'resolved' end, "
            + open
            + ", i, i, case when i % 1000 = 0 then i end, case when not "
            + open
            + " then i end, case when not "
            + open
            + " then i end"
            + rows);
    database.execute(
        "insert into adk_gate_decision (tenant, id, ref, kind, authorities, channel, decided_at,"
            + " answer_kept, edited) select 't-' || i % 3, 'd-' || i, 'r-' || i, 'resolve', '[]',"
            + " 'http', i, true, false"
            + rows);
    database.execute(
        "insert into adk_waiting_turn (tenant, turn_id, conversation, state, phase, iteration,"
            + " token, attempt, results, created_at, updated_at, input, request_key, fingerprint,"
            + " lane) select 't-' || i % 3, 't-' || i, 'c-' || (i % 5000), case when "
            + open
            + " then 'waiting' else 'completed' end, 'asked', 0, 1, 0, '{}', i, i, '[]', case when"
            + " i % 7 = 0 then 'q-' || i end, 'f', case when "
            + open
            + " then 'c-' || i end"
            + rows);
    database.execute(
        "insert into adk_waiting_call (tenant, turn_id, ordinal, id, tool, args, gate_ref,"
            + " iteration) select 't-' || i % 3, 't-' || i, 0, 'a-' || i, 'tool', '{}', 'r-' || i,"
            + " 0"
            + rows);
    database.execute(
        "update adk_gate set state = 'resolved', undecided = false, settled_at = 1 where ref ="
            + " 'r-300'");
    database.execute("vacuum analyze");
  }

  @BeforeEach
  void forget() {
    explained.plans.clear();
  }

  @AfterAll
  void close() {
    database.close();
  }

  @Test
  void findsGates() {
    String ref = turns.openGate(opening(SCOPE.withConversation(null), "k-new")).gate().ref();
    turns.openGate(opening(SCOPE.withConversation(null), "k-new"));
    assertThat(turns.answers(SCOPE.withConversation(null), "k-4")).isFalse();
    assertThat(turns.gate("t-1", ref)).isPresent();
    assertThat(turns.gate(null, ref)).isPresent();
    assertThat(turns.gate(null, "t-4", "g")).isPresent();
    assertThat(turns.gate("t-1", "t-4", "g")).isPresent();
    assertThat(turns.gates(GateQuery.UNDECIDED)).isNotEmpty();
    assertThat(turns.gates(GateQuery.UNDECIDED.withTenant("t-1"))).isNotEmpty();
    assertThat(turns.gates(GateQuery.UNDECIDED.withTenant("t-1").withAfter("r-2"))).isNotEmpty();
    GateQuery all = GateQuery.UNDECIDED.withUndecided(false);
    assertThat(turns.gates(all)).isNotEmpty();
    assertThat(turns.gates(all.withTenant("t-1"))).isNotEmpty();
    assertThat(turns.gates(all.withTurnId("t-4"))).isNotEmpty();
    assertThat(turns.gates(all.withTenant("t-1").withConversation("c-1"))).isNotEmpty();
    assertThat(turns.gateCounts().open()).isPositive();
    explained.check();
  }

  @Test
  void changesGates() {
    String ref = turns.openGate(opening(SCOPE.withConversation(null), "k-change")).gate().ref();
    TurnStore.Attempt yes = yes(ref);
    turns.refuse(yes(ref), GateDecisionRecord.Refusal.UNAUTHORIZED, null);
    assertThat(turns.settle(yes).won()).isTrue();
    turns.delivered("t-1", ref);
    assertThat(turns.startTool("t-1", yes.decisionId(), "tool", "x", "n")).isTrue();
    turns.endTool("t-1", yes.decisionId(), GateDecisionRecord.Outcome.SUCCEEDED);
    turns.expire("t-1", ref);
    turns.sweep("t-2");
    turns.sweep(null);
    explained.check();
  }

  @Test
  void findsAndChangesTurns() {
    StoredTurn turn = turn("w-1", "c-new", "q-new");
    turns.accept(turn, 10, null);
    turns.accept(turn("w-2", "c-new", null), 10, null);
    assertThat(turns.findByKey(turn.scope(), "q-new")).isPresent();
    assertThat(turns.find("t-1", "w-1")).isPresent();
    assertThat(turns.open(turn.scope())).hasSize(2);
    turns.stopping();
    turns.counts();
    StoredTurn claimed = turns.claim("t-1", "w-1", "n", Duration.ofMinutes(1)).orElseThrow();
    turns.hold(claimed);
    turns.save(claimed, Map.of(), saved -> {});
    StoredTurn again = turns.claim("t-1", "w-1", "n", Duration.ofMinutes(1)).orElseThrow();
    turns.finish(again, StoredTurn.State.COMPLETED, null);
    explained.check();
  }

  /** As if the process that took the decision had died before it woke the turn. */
  @Test
  void findsATurnWhoseGateWasDecidedLatelyWithoutLookingAtAll() {
    turns.sweep(null);
    assertThat(resting(turns, 1_000)).as("looks at all").contains("t-300").doesNotContain("t-100");
    explained.plans.clear();

    assertThat(resting(turns, 1_000)).doesNotContain("t-300", "t-100");
    assertThat(turns.settle(yes("r-100")).won()).isTrue();
    assertThat(resting(turns, 1_000)).contains("t-100");

    turns.claim("t-1", "t-100", "n", Duration.ofMinutes(1)).orElseThrow();
    assertThat(resting(turns, 1_000)).doesNotContain("t-100");
    explained.check();
  }

  @Test
  void looksAtAllAgainIfMoreAreDueThanItMayFind() {
    turns.sweep(null);
    TurnStore other = JdbcTurnStore.of(database.dataSource());
    assertThat(resting(other, 1)).hasSize(1);
    assertThat(resting(other, 1_000)).contains("t-300");
  }

  private static List<String> resting(TurnStore store, int limit) {
    return store.resting(limit).stream().map(StoredTurn::turnId).toList();
  }

  /** Else it would end without the one that is queued behind it. */
  @Test
  void keepsATurnInItsLaneWhileAnotherOneIsAccepted() throws Exception {
    String of = " adk_waiting_turn %s where tenant = 't-1' and turn_id = 't-100'";
    try (Connection accepting = database.dataSource().getConnection();
        Connection ending = database.dataSource().getConnection()) {
      accepting.setAutoCommit(false);
      accepting.createStatement().execute("select 1 from" + of.formatted("") + " for key share");
      ending.createStatement().execute("set lock_timeout = '200ms'");
      assertThatThrownBy(
              () ->
                  ending
                      .createStatement()
                      .execute("update" + of.formatted("set state = 'completed', lane = null")))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("55P03"));
      ending.createStatement().execute("reset lock_timeout");
      accepting.rollback();
    }
  }

  @Test
  void erasesConversations() {
    AdkStorageAdmin admin = AdkStorageAdmin.of(explained.proxy);
    admin.erase(new ErasureTarget.Conversation("t-1", "c-7"));
    explained.check();
  }

  private static TurnStore.Attempt yes(String ref) {
    return Stores.attempt(
        ref, GateDecision.Kind.RESOLVE, GateActor.of("boss", "t-1"), JsonValue.of(true), null);
  }

  static TurnStore.Opening opening(Scope scope, String key) {
    return Stores.opening(scope, "turn", key, "tool_approval", "tool", Duration.ofHours(1));
  }

  private static StoredTurn turn(String id, String conversation, String key) {
    return Stores.accepted(SCOPE.withConversation(conversation), id, key, 0);
  }

  /** Asks for the plan of every statement, with its arguments, right before it is executed. */
  static final class Explained {

    final List<String> plans = new ArrayList<>();
    final DataSource proxy;

    Explained(DataSource target) {
      proxy =
          proxy(
              DataSource.class,
              (method, args) -> {
                Object result = method.invoke(target, args);
                return result instanceof Connection connection ? connection(connection) : result;
              });
    }

    void check() {
      assertThat(plans).isNotEmpty().noneMatch(plan -> SCAN.matcher(plan).find());
    }

    private Connection connection(Connection target) {
      return proxy(
          Connection.class,
          (method, args) -> {
            Object result = method.invoke(target, args);
            return result instanceof PreparedStatement statement
                ? statement(target, statement, (String) args[0])
                : result;
          });
    }

    private PreparedStatement statement(Connection on, PreparedStatement target, String sql) {
      List<Call> bound = new ArrayList<>();
      return proxy(
          PreparedStatement.class,
          (method, args) -> {
            if (method.getName().startsWith("set") && args != null && args.length >= 2) {
              bound.add(new Call(method, args));
            } else if (method.getName().startsWith("execute")) {
              explain(on, sql, bound);
            }
            return method.invoke(target, args);
          });
    }

    private record Call(Method method, Object[] args) {}

    private void explain(Connection on, String sql, List<Call> bound) throws Exception {
      int from = 0;
      for (String one : sql.split("; ")) {
        int to = from + (int) one.chars().filter(c -> c == '?').count();
        if (one.matches("(?s)(select|insert|update|delete|with).*")) {
          try (PreparedStatement plan = on.prepareStatement("explain " + one)) {
            for (Call call : bound) {
              int at = (int) call.args[0];
              if (at > from && at <= to) {
                Object[] args = call.args.clone();
                args[0] = at - from;
                call.method.invoke(plan, args);
              }
            }
            StringBuilder text = new StringBuilder(one);
            try (ResultSet lines = plan.executeQuery()) {
              while (lines.next()) {
                text.append('\n').append(lines.getString(1));
              }
            }
            plans.add(text.toString());
          }
        }
        from = to;
      }
    }

    private interface Handler {
      Object call(Method method, Object[] args) throws Exception;
    }

    private static <T> T proxy(Class<T> type, Handler handler) {
      return type.cast(
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (self, method, args) -> {
                try {
                  return handler.call(method, args);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              }));
    }
  }
}
