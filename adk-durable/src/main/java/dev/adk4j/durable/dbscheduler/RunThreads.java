package dev.adk4j.durable.dbscheduler;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;

/**
 * Runs each turn on a thread of its own: what a tool leaves in thread-locals reaches no other turn.
 */
final class RunThreads {

  private RunThreads() {}

  /**
   * @param most number of turns that run at the same time; others wait for a place
   */
  static ExecutorService of(int most, ThreadFactory factory) {
    Semaphore places = new Semaphore(most);
    return Executors.newThreadPerTaskExecutor(
        turn ->
            factory.newThread(
                () -> {
                  places.acquireUninterruptibly();
                  try {
                    turn.run();
                  } finally {
                    places.release();
                  }
                }));
  }
}
