package dev.adk4j.benchmarks.kill;

import javax.sql.DataSource;

/** A library without a queue of its own, behind one that retries. */
abstract class QueuedKillArm implements KillArm {

  private final RetryingQueue queue;

  QueuedKillArm(DataSource dataSource) {
    this.queue = new RetryingQueue(dataSource);
  }

  /** Runs a turn, once or again. */
  abstract void turn(String turn);

  /** Creates the tables of the library. */
  abstract void createOwnTables();

  @Override
  public final void createTables() {
    createOwnTables();
    queue.createTable();
  }

  @Override
  public final void accept(String turn) {
    queue.accept(turn);
  }

  @Override
  public final void work() {
    queue.work(this::turn);
  }

  @Override
  public final int open() {
    return queue.open();
  }

  @Override
  public final void close() {
    queue.stop();
  }
}
