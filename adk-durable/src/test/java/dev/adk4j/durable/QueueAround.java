package dev.adk4j.durable;

import dev.adk4j.jdbc.stored.SqlTurnQueue;
import dev.adk4j.stored.TurnQueue;

/** Queue that hands all on to another; tests change a part of it. */
public class QueueAround implements SqlTurnQueue {

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
    queue.start(around(worker));
  }

  /** Returns a worker that does what this queue does around another one. */
  protected final Worker around(Worker worker) {
    return new Worker() {
      @Override
      public Result run(Turn turn) {
        return QueueAround.this.run(worker, turn);
      }

      @Override
      public boolean isDue(Turn turn) {
        return worker.isDue(turn);
      }

      @Override
      public void lose(Turn turn) {
        QueueAround.this.lose(worker, turn);
      }
    };
  }

  /** Runs a turn on a thread of the queue. */
  protected Result run(Worker worker, Turn turn) {
    return worker.run(turn);
  }

  /** Tells a run that another node has its turn. */
  protected void lose(Worker worker, Turn turn) {
    worker.lose(turn);
  }

  @Override
  public Entry entry(Turn turn, String condition, Object... parameters) {
    return ((SqlTurnQueue) queue).entry(turn, condition, parameters);
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
