package dev.adk4j.jdbc;

import dev.adk4j.stored.TurnQueue;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A queue that runs nothing by itself. */
final class StillQueue implements TurnQueue {

  final List<Turn> enqueued = new CopyOnWriteArrayList<>();
  private volatile @Nullable Worker worker;

  Result run(String tenant, String turnId) {
    return Objects.requireNonNull(worker).run(new Turn(tenant, turnId));
  }

  @Override
  public void start(Worker given) {
    worker = given;
  }

  @Override
  public void enqueue(Turn turn, Transaction transaction) {
    enqueued.add(turn);
  }

  @Override
  public void wake(Turn turn) {}

  @Override
  public void close() {}
}
