package dev.adk4j.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Threads that begin at the same moment. */
public final class AtOnce {

  private AtOnce() {}

  /** Throws what one of them threw, when all have ended. */
  public static void run(Work... works) throws Exception {
    CyclicBarrier start = new CyclicBarrier(works.length);
    List<Callable<Boolean>> tasks = new ArrayList<>();
    for (Work work : works) {
      tasks.add(
          () -> {
            start.await();
            work.run();
            return true;
          });
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Boolean> ended : threads.invokeAll(tasks)) {
        ended.get();
      }
    }
  }

  /** Runs what each of so many threads does, by its number. */
  public static void run(int threads, IntFunction<Work> works) throws Exception {
    run(IntStream.range(0, threads).mapToObj(works).toArray(Work[]::new));
  }

  /** What a thread does. */
  @FunctionalInterface
  public interface Work {
    void run() throws Exception;
  }
}
