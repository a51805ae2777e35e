package dev.adk4j.jdbc.stored;

import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.stored.TurnQueue.Turn;
import dev.adk4j.stored.TurnStore.Accepted;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Notifies the queue of turns that become ready in one transaction: within it, and after its
 * commit. The queue receives a queued turn when that turn becomes ready.
 */
final class ReadyTurns {

  private final @Nullable TurnQueue queue;
  private final List<Turn> turns = new ArrayList<>(1);

  ReadyTurns(@Nullable TurnQueue queue) {
    this.queue = queue;
  }

  /** Called before the work of the transaction, which may be repeated. */
  void begin() {
    turns.clear();
  }

  /** Accepts a turn, and adds it if it is the next one of its conversation. */
  Accepted accept(Statements on, DurableStatements durable, StoredTurn turn, int maxQueued)
      throws SQLException {
    begin();
    Accepted accepted = durable.accept(on, turn, maxQueued);
    if (accepted.isNew() && accepted.turn().state() == State.READY) {
      add(on, Turn.of(accepted.turn()));
    }
    return accepted;
  }

  /** Accepts and adds a turn if no other one of its conversation is open; null otherwise. */
  @Nullable Accepted only(
      Statements on, DurableStatements durable, StoredTurn turn, SqlTurnQueue inDatabase)
      throws SQLException {
    begin();
    StoredTurn only = durable.only(on, turn, inDatabase);
    if (only == null) {
      return null;
    }
    turns.add(Turn.of(only));
    return new Accepted(only, true);
  }

  /** Adds the next turn of a conversation, if there is one. */
  void add(Statements on, String tenant, @Nullable String turnId) {
    if (turnId != null) {
      add(on, new Turn(tenant, turnId));
    }
  }

  private void add(Statements on, Turn turn) {
    if (queue != null) {
      queue.enqueue(turn, JdbcTurnTransaction.of(on.connection()));
      turns.add(turn);
    }
  }

  void committed() {
    if (queue != null) {
      turns.forEach(queue::committed);
    }
  }
}
