package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.jdbc.stored.JdbcGateOptions;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnResumer;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.Scope;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Turns that wait, seen from the tables. */
class WaitingTurnsInDatabaseTests extends OnEachDatabase {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path directory;

  private WaitingProcess process() {
    return opened(new WaitingProcess(database, directory.resolve("transfers"), 2, "never"));
  }

  /** Each turn of a client asks whether another one waits. */
  @Test
  void findsThatNothingWaitsWithOneStatementAndNoTransaction() {
    WaitingProcess process = process();

    CountingDataSource counting = new CountingDataSource(database.dataSource());
    JdbcStorageOptions options = JdbcStorageOptions.DEFAULT;
    TurnStore store =
        JdbcTurnStore.of(counting.dataSource(), options, JdbcGateOptions.DEFAULT, null);
    counting.forget();
    assertThat(store.open(WaitingProcess.SCOPE)).isEmpty();
    assertThat(counting.sent()).hasSize(1).first().asString().startsWith("select");

    StoredTurn waiting = process.ask().orElseThrow();
    assertThat(store.open(WaitingProcess.SCOPE))
        .singleElement()
        .satisfies(open -> assertThat(open.calls()).isEqualTo(waiting.calls()));
  }

  @Test
  void storesTheAnswerItsCallsAndTheirGatesOrNothing() {
    WaitingProcess process = process();

    database.execute("alter table adk_waiting_call drop column problem");
    List<ErrorEvent> errors = new ArrayList<>();
    process.runner.observe(TurnEvent.ERROR, errors::add);
    assertThat(process.ask()).isEmpty();
    assertThat(errors).hasSize(1);
    assertThat(database.query("select role from adk_message")).containsExactly("user");
    for (String table : List.of("adk_gate", "adk_waiting_turn", "adk_waiting_call")) {
      assertThat(database.count("select count(*) from " + table)).as(table).isZero();
    }

    database.execute("alter table adk_waiting_call add column problem varchar(10)");
    database.execute("alter table adk_message add constraint silent check (role <> 'assistant')");
    assertThat(process.ask()).isEmpty();
    assertThat(database.count("select count(*) from adk_gate")).isZero();
    assertThat(database.count("select count(*) from adk_waiting_turn")).isZero();

    database.execute("alter table adk_message drop constraint silent");
    assertThat(process.ask()).isPresent();
    assertThat(database.query("select state from adk_gate")).containsExactly("open", "open");
    assertThat(database.count("select count(*) from adk_tool_call")).isZero();
  }

  @Test
  void goesOnceInWhicheverProcessIsFirst() throws Exception {
    WaitingProcess asked = process();
    WaitingProcess one = process();
    WaitingProcess two = process();
    TurnResumer first = opened(one.resumer());
    TurnResumer second = opened(two.resumer());

    StoredTurn turn = asked.ask().orElseThrow();
    for (String gate : turn.gates()) {
      asked.desk.settle(gate, WaitingProcess.BOSS, GateDecision.resolve(true));
    }
    for (TurnResumer any : List.of(first, second)) {
      assertThat(any.await(WaitingProcess.SCOPE, turn.turnId(), PATIENCE, () -> false))
          .get()
          .extracting(StoredTurn::state)
          .isEqualTo(State.COMPLETED);
    }
    assertThat(database.query("select attempt, token from adk_waiting_turn"))
        .containsExactly("1|1");
    assertThat(java.nio.file.Files.readAllLines(directory.resolve("transfers")))
        .containsExactly("1", "2");
  }

  @Test
  void isErasedWithItsConversationAndByAge() {
    WaitingProcess process = process();

    Instant later = Instant.now().plus(Duration.ofDays(1));
    AdkStorageAdmin admin = AdkStorageAdmin.of(database.dataSource());
    process.ask().orElseThrow();
    admin.erase(new ErasureTarget.Conversation("acme", "c-1"));
    assertThat(left()).isZero();

    process.ask().orElseThrow();
    admin.erase(new ErasureTarget.Subject("acme", "ann"));
    assertThat(left()).isZero();

    process.ask().orElseThrow();
    admin.erase(new ErasureTarget.Tenant("acme"));
    assertThat(left()).isZero();

    process.ask().orElseThrow();
    admin.erase(new ErasureTarget.OlderThan(null, later));
    assertThat(left()).isZero();

    StoredTurn ended = process.ask().orElseThrow();
    StoredTurn waiting = process.ask().orElseThrow();
    claim(process, ended);
    database.execute("delete from adk_conversation");
    admin.erase(new ErasureTarget.OlderThan(null, later));
    assertThat(process.store.find(WaitingProcess.SCOPE, ended.turnId())).isEmpty();
    assertThat(process.store.find(WaitingProcess.SCOPE, waiting.turnId())).isPresent();
  }

  private static void claim(WaitingProcess process, StoredTurn turn) {
    StoredTurn claimed =
        process.store.claim("acme", turn.turnId(), "node", Duration.ofHours(1)).orElseThrow();
    process.store.finish(claimed, State.COMPLETED, null);
  }

  private long left() {
    return database.count("select count(*) from adk_waiting_turn")
        + database.count("select count(*) from adk_waiting_call");
  }

  @Test
  void worksWhereTheDatabaseKeepsTenantsApart() throws Exception {
    assumeTrue(kind == DatabaseKind.POSTGRES, "only PostgreSQL keeps tenants apart");
    try (SecuredDatabase secured = new SecuredDatabase(SecuredDatabase.OPTIONS, 6)) {
      String tenant = "odd\u0000\u0010'";
      Scope scope = Scope.of(tenant, "ann", "c\u0000");
      TestDatabase app = secured.application();
      try (WaitingProcess process =
              new WaitingProcess(
                  app, secured.options(), scope, directory.resolve("transfers"), 1, "never");
          TurnResumer resumer =
              TurnResumer.builder(
                      process.desk,
                      claimed ->
                          process.runner.run(
                              dev.adk4j.turn.RawTurnContext.builder()
                                  .systemPrompt("")
                                  .resume(claimed)
                                  .build()))
                  .interval(Duration.ofHours(1))
                  .build()) {
        StoredTurn turn = process.ask().orElseThrow();
        assertThat(app.query("select * from adk_waiting_turn")).as("no tenant named").isEmpty();
        assertThat(process.store.open(Scope.of("other", "ann", "c\u0000"))).isEmpty();
        process.desk.decide(
            turn.gates().getFirst(),
            GateActor.of("boss", tenant, "APPROVER"),
            GateDecision.resolve(true));
        assertThat(resumer.await(scope, turn.turnId(), PATIENCE, () -> false))
            .get()
            .extracting(StoredTurn::state)
            .isEqualTo(State.COMPLETED);
      }
      Scope other = Scope.of(tenant, "ann", "c2");
      try (WaitingProcess process =
          new WaitingProcess(
              app, secured.options(), other, directory.resolve("transfers"), 1, "never")) {
        StoredTurn turn = process.ask().orElseThrow();
        GateActor boss = GateActor.of("boss", tenant, "APPROVER");
        process.desk.settle(turn.gates().getFirst(), boss, GateDecision.resolve(true));
        assertThat(process.store.ready(10)).isEmpty();
        DataSource source = app.dataSource();
        JdbcStorageOptions kept = secured.withMaintenance();
        JdbcTurnStore all = JdbcTurnStore.of(source, kept, JdbcGateOptions.DEFAULT, null);
        assertThat(all.ready(10)).extracting(StoredTurn::turnId).containsExactly(turn.turnId());
      }
    }
  }
}
