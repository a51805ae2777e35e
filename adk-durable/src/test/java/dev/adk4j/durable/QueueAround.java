package dev.adk4j.durable;

import dev.adk4j.stored.TurnQueue;

/** Queue that hands all on to another; tests change a part of it. */
public class QueueAround implements TurnQueue {

  private final TurnQueue queue;

  protected QueueAround(TurnQueue queue) {
    this.queue = queue;
  }

  /** Returns a queue that takes turns and runs none. */
  public static TurnQueue accepting(TurnQueue queue) {
    return new QueueAround(queue) {
      @Override
      public void start(Worker worker) {}
    };
  }

  @Override
  public void start(Worker worker) {
    queue.start(worker);
  }

  @Override
  public void enqueue(Turn turn, Transaction transaction) {
    queue.enqueue(turn, transaction);
  }

  @Override
  public void committed(Turn turn) {
    queue.committed(turn);
  }

  @Override
  public void wake(Turn turn) {
    queue.wake(turn);
  }

  @Override
  public void giveBack(Turn turn) {
    queue.giveBack(turn);
  }

  @Override
  public void close() {
    queue.close();
  }
}
