package dev.adk4j.benchmarks.database;

import dev.adk4j.benchmarks.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * Turns without a pause, on virtual threads, for a while.
 *
 * @param conversation of the n-th turn
 */
record Load(Arm arm, Texts texts, int threads, IntFunction<String> conversation) {

  /** Turns per second. */
  double run(long nanos) throws Exception {
    AtomicInteger started = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    long start = System.nanoTime();
    Callable<Void> worker =
        () -> {
          // one at least: a machine that stood still meanwhile must not have done nothing
          do {
            arm.turn(conversation.apply(started.getAndIncrement()), texts.next(), texts.next());
            done.incrementAndGet();
          } while (System.nanoTime() - start < nanos);
          return null;
        };
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Void>> workers = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        workers.add(executor.submit(worker));
      }
      for (Future<Void> each : workers) {
        each.get();
      }
    }
    return done.get() / ((System.nanoTime() - start) / 1e9);
  }
}
