package dev.adk4j.durable.dbscheduler;

import dev.adk4j.stored.TurnQueue;
import dev.adk4j.stored.TurnQueue.Next;
import dev.adk4j.stored.TurnQueue.Result;
import dev.adk4j.stored.TurnQueue.Turn;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/** A process with a queue whose turns do what a test says. */
final class Node implements TurnQueue.Worker, AutoCloseable {

  static final Result FORGET = new Result(Next.FORGET, null);
  static final Result REST = new Result(Next.REST, null);
  static final Result AGAIN = new Result(Next.AGAIN, null);

  final DbSchedulerTurnQueue queue;
  final List<Turn> begun = new CopyOnWriteArrayList<>();
  final List<Turn> lost = new CopyOnWriteArrayList<>();
  private final DataSource dataSource;
  private final Function<Turn, Result> run;
  private volatile Predicate<Turn> due = turn -> false;

  private Node(DataSource dataSource, DbSchedulerTurnQueue queue, Function<Turn, Result> run) {
    this.dataSource = dataSource;
    this.queue = queue;
    this.run = run;
  }

  static Node of(
      DataSource dataSource,
      UnaryOperator<DbSchedulerTurnQueue.Builder> settings,
      Function<Turn, Result> run) {
    DbSchedulerTurnQueue.Builder builder =
        DbSchedulerTurnQueue.builder(dataSource)
            .poll(Duration.ofMillis(50))
            .heartbeat(Duration.ofMillis(300));
    return new Node(dataSource, settings.apply(builder).build(), run);
  }

  Node due(Predicate<Turn> due) {
    this.due = due;
    return this;
  }

  Node start() {
    queue.start(this);
    return this;
  }

  static Turn turn(Object id) {
    return new Turn("acme", "turn-" + id);
  }

  /** Queues the turn in a transaction, and says so after the commit. */
  void accept(Turn turn) {
    inTransaction(connection -> queue.enqueue(turn, transaction(connection)));
    queue.committed(turn);
  }

  void inTransaction(Work work) {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      try {
        work.on(connection);
        connection.commit();
      } catch (Throwable e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  static TurnQueue.Transaction transaction(Connection connection) {
    return new TurnQueue.Transaction() {
      @Override
      public <T> Optional<T> unwrap(Class<T> type) {
        return type.isInstance(connection) ? Optional.of(type.cast(connection)) : Optional.empty();
      }
    };
  }

  @Override
  public Result run(Turn turn) {
    begun.add(turn);
    return run.apply(turn);
  }

  @Override
  public boolean isDue(Turn turn) {
    return due.test(turn);
  }

  @Override
  public void lose(Turn turn) {
    lost.add(turn);
  }

  @Override
  public void close() {
    try {
      queue.drain(Duration.ofSeconds(30));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  interface Work {
    void on(Connection connection) throws SQLException;
  }
}
