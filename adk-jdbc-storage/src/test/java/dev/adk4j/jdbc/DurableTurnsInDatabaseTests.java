package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.client.AcceptedTurn;
import dev.adk4j.jdbc.stored.JdbcTurnTransaction;
import dev.adk4j.loop.AfterCrash;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnQueue.Next;
import dev.adk4j.stored.TurnQueue.Turn;
import dev.adk4j.value.Scope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Durable turns, seen from the tables. */
@Timeout(300)
class DurableTurnsInDatabaseTests extends OnEachDatabase {

  private static final List<String> TABLES =
      List.of(
          "adk_conversation",
          "adk_message",
          "adk_tool_call",
          "adk_waiting_turn",
          "adk_waiting_call",
          "adk_gate");

  @TempDir private Path directory;

  private DurableProcess process(String stopAt) {
    return opened(new DurableProcess(database, payments(), stopAt));
  }

  private Path payments() {
    return directory.resolve("payments");
  }

  /** A process that is stopped, taken for dead, and woken: each place is its next write. */
  @ParameterizedTest
  @ValueSource(
      strings = {"input", "model", "tool 1", "tool 2", "start", "flush", "second model", "output"})
  void aRunThatWasTakenForDeadWritesNothing(String place) throws Exception {
    DurableProcess slow = process(place);
    DurableProcess taker = process("output");
    AcceptedTurn turn = slow.conversation().durable().send("Pay.");
    Thread zombie = Thread.ofVirtual().start(() -> slow.run(turn.turnId()));
    slow.stopped.await();
    Thread taking = Thread.ofVirtual().start(() -> taker.run(turn.turnId()));
    taker.stopped.await();
    List<String> before = dump();

    slow.goOn.countDown();
    zombie.join();

    assertThat(dump()).isEqualTo(before);
    taker.goOn.countDown();
    taking.join();
    assertThat(turn.answer().text()).isEqualTo("Paid 3.");
    assertThat(Files.readAllLines(payments()))
        .doesNotHaveDuplicates()
        .hasSize(DurableProcess.CALLS);
    assertThat(database.history()).hasSize(6);
    assertThat(slow.conversation().answer(turn.turnId()).text()).isEqualTo("Paid 3.");
  }

  /** Whoever is accepted while the turn before it ends is seen by that one, or sees its end. */
  @Test
  void isNotForgottenWhereItIsAcceptedWhileTheLastTurnEnds() throws Exception {
    DurableProcess process = process("never");
    try (Connection connection = database.dataSource().getConnection()) {
      AcceptedTurn first = process.conversation().durable().send("Pay.");
      connection.setAutoCommit(false);
      AcceptedTurn second =
          process.conversation().durable().within(JdbcTurnTransaction.of(connection)).send("Pay.");
      Thread ending = Thread.ofVirtual().start(() -> process.run(first.turnId()));
      ending.join(Duration.ofMillis(500)); // as far as it can come before the commit
      connection.commit();
      ending.join();
      assertThat(process.enqueued)
          .extracting(Turn::turnId)
          .containsExactly(first.turnId(), second.turnId());
      process.run(second.turnId());
      assertThat(second.answer().text()).startsWith("Paid");
    }
  }

  @Test
  void callsThatRunAtOnceAreStartedOnce() throws Exception {
    DurableProcess slow =
        opened(
            new DurableProcess(
                database,
                JdbcStorageOptions.DEFAULT,
                payments(),
                "tool 2",
                AfterCrash.DEFAULT,
                true));
    DurableProcess taker = process("never");

    AcceptedTurn turn = slow.conversation().durable().send("Pay.");
    Thread zombie = Thread.ofVirtual().start(() -> slow.run(turn.turnId()));
    slow.stopped.await();
    taker.run(turn.turnId());
    slow.goOn.countDown();
    zombie.join();
    assertThat(turn.answer().text()).isEqualTo("Paid 3.");
    assertThat(Files.readAllLines(payments())).doesNotHaveDuplicates().hasSize(3);
  }

  private List<String> dump() {
    List<String> all = new ArrayList<>();
    for (String table : TABLES) {
      database.query("select * from " + table).stream().sorted().forEach(all::add);
    }
    return all;
  }

  @Test
  void isAcceptedWithTheCallersOwnRowsOrNotAtAll() throws Exception {
    DurableProcess process = process("never");
    try (Connection connection = database.dataSource().getConnection()) {
      database.execute("create table orders (id integer)");
      connection.setAutoCommit(false);
      order(connection, 1);
      AcceptedTurn lost = accept(process, connection);
      connection.rollback();
      assertThat(process.store.find(DurableProcess.SCOPE, lost.turnId())).isEmpty();

      order(connection, 2);
      AcceptedTurn kept = accept(process, connection);
      AcceptedTurn again = accept(process, connection);
      assertThat(again.turnId()).isEqualTo(kept.turnId());
      assertThat(again.isNew()).isFalse();
      assertThat(process.store.find(DurableProcess.SCOPE, kept.turnId())).isEmpty();
      connection.commit();

      assertThat(process.enqueued).extracting(Turn::turnId).contains(kept.turnId());
      process.run(kept.turnId());
      assertThat(kept.answer().text()).isEqualTo("Paid 3.");
      assertThat(database.query("select id from orders")).containsExactly("2");
      connection.setAutoCommit(true);
      assertThatThrownBy(
              () ->
                  process
                      .conversation()
                      .durable()
                      .within(JdbcTurnTransaction.of(connection))
                      .send("Pay."))
          .hasMessageContaining("setAutoCommit");
    }
  }

  private static void order(Connection connection, int id) throws Exception {
    try (var statement = connection.prepareStatement("insert into orders values (?)")) {
      statement.setInt(1, id);
      statement.executeUpdate();
    }
  }

  private static AcceptedTurn accept(DurableProcess process, Connection connection) {
    return process
        .conversation()
        .durable()
        .key("order-" + connection.hashCode())
        .within(JdbcTurnTransaction.of(connection))
        .send("Pay.");
  }

  @Test
  void findsTurnsThatWereForgottenInTheirQueue() {
    DurableProcess process = process("never");

    AcceptedTurn first = process.conversation().durable().send("Pay.");
    AcceptedTurn second = process.conversation().durable().send("Pay.");
    database.execute(
        "update adk_waiting_turn set state = 'failed', lane = null where turn_id = '"
            + first.turnId()
            + "'");
    process.enqueued.clear();
    process.store.resting(10);
    assertThat(process.enqueued).extracting(Turn::turnId).containsExactly(second.turnId());
    assertThat(process.store.find(DurableProcess.SCOPE, second.turnId()).orElseThrow().state())
        .isEqualTo(State.READY);
  }

  @Test
  void isErasedWithItsConversation() {
    DurableProcess process = process("never");

    AdkStorageAdmin admin = AdkStorageAdmin.of(database.dataSource());
    AcceptedTurn turn = process.conversation().durable().send("Pay.");
    process.run(turn.turnId());
    process.conversation().durable().send("Pay.");
    admin.erase(new ErasureTarget.Conversation("acme", "c-1"));
    assertThat(left()).isZero();

    AcceptedTurn queued = process.conversation().durable().send("Pay.");
    admin.erase(new ErasureTarget.OlderThan(null, Instant.now().plus(Duration.ofDays(1))));
    assertThat(process.store.find(DurableProcess.SCOPE, queued.turnId()))
        .as("has not run yet")
        .isPresent();
    admin.erase(new ErasureTarget.Tenant("acme"));
    assertThat(left()).isZero();
    assertThat(process.run(queued.turnId()).next()).isEqualTo(Next.FORGET);
  }

  private long left() {
    return database.count("select count(*) from adk_waiting_turn")
        + database.count("select count(*) from adk_waiting_call");
  }

  @Test
  void worksWhereTheDatabaseKeepsTenantsApart() throws Exception {
    try (SecuredDatabase secured = new SecuredDatabase(SecuredDatabase.OPTIONS, 6);
        DurableProcess process =
            new DurableProcess(secured.application(), secured.options(), payments())) {
      Scope scope = Scope.of("odd\u0000\u0010'", "ann", "c\u0000");
      var conversation = process.agent.conversation(scope);
      AcceptedTurn first = conversation.durable().key("k").send("Pay.");
      AcceptedTurn second = conversation.durable().send("Pay.");
      try (Connection connection = secured.application().dataSource().getConnection()) {
        connection.setAutoCommit(false);
        AcceptedTurn again =
            conversation.durable().key("k").within(JdbcTurnTransaction.of(connection)).send("Pay.");
        assertThat(again.turnId()).isEqualTo(first.turnId());
        AcceptedTurn within =
            process
                .agent
                .conversation(Scope.of("other", "ann", "c-1"))
                .durable()
                .within(JdbcTurnTransaction.of(connection))
                .send("Pay.");
        connection.commit();
        assertThat(process.store.find("other", within.turnId())).isPresent();
      }
      assertThat(secured.application().query("select * from adk_waiting_turn"))
          .as("no tenant named")
          .isEmpty();
      run(process, scope, first);
      run(process, scope, second);
      assertThat(second.answer().text()).isEqualTo("Paid 3.");
    }
  }

  private static void run(DurableProcess process, Scope scope, AcceptedTurn turn) {
    assertThat(process.run(scope.tenant(), turn.turnId()).next()).isEqualTo(Next.FORGET);
  }
}
