package dev.adk4j.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that begin together. */
public final class AtOnce {

  private AtOnce() {}

  /** Throws what one of them threw, when all have ended. */
  public static void run(int threads, Work work) throws Exception {
    CyclicBarrier start = new CyclicBarrier(threads);
    List<Callable<Boolean>> tasks = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int n = i;
      tasks.add(
          () -> {
            start.await();
            work.run(n);
            return true;
          });
    }
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Boolean> ended : executor.invokeAll(tasks)) {
        ended.get();
      }
    }
  }

  /** What the n-th thread does. */
  @FunctionalInterface
  public interface Work {
    void run(int n) throws Exception;
  }
}
