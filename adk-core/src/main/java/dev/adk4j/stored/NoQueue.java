package dev.adk4j.stored;

import java.util.Optional;

/** Tells nobody: processes look for turns by themselves. */
final class NoQueue implements TurnQueue {

  /** A transaction of nothing. */
  static final Transaction TRANSACTION =
      new Transaction() {
        @Override
        public <T> Optional<T> unwrap(Class<T> type) {
          return Optional.empty();
        }
      };

  @Override
  public void start(Worker worker) {}

  @Override
  public void enqueue(Turn turn, Transaction transaction) {}

  @Override
  public void wake(Turn turn) {}

  @Override
  public void close() {}
}
