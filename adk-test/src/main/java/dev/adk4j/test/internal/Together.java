package dev.adk4j.test.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;

/** Runs the same work on several threads that start at the same time. */
public final class Together {

  public static final int THREADS = 8;

  /** Number of calls of each thread. */
  public static final int EACH = 20;

  private static final long PATIENCE_SECONDS = 300;

  private Together() {}

  /** Runs the work on all threads and waits for them. Fails with the exceptions of all threads. */
  public static void run(int threads, Work work) throws Exception {
    CyclicBarrier begin = new CyclicBarrier(threads);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        running.add(
            executor.submit(
                () -> {
                  begin.await();
                  work.run(thread);
                  return null;
                }));
      }
      SoftAssertions failures = new SoftAssertions();
      for (Future<?> one : running) {
        try {
          one.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
          failures.fail("a thread failed", e.getCause());
        }
      }
      failures.assertAll();
    } finally {
      executor.shutdownNow();
    }
  }

  /** Work of one thread. */
  @FunctionalInterface
  public interface Work {
    void run(int thread) throws Exception;
  }
}
