package dev.adk4j.benchmarks.database;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Eight writers that start together on one conversation, and what it holds afterwards.
 *
 * @param window how many messages the arm is meant to keep
 */
record Race(Arm arm, int turnsEach, int window) {

  static final int WRITERS = 8;

  /** A store that multiplies its rows is stopped before it fills the disk. */
  static final int STOP_AT = 2_000;

  /**
   * @param lost messages of turns that did not fail and are not there
   * @param doubled rows beyond the first of a message
   */
  record Outcome(
      String arm,
      int turnsEach,
      int expected,
      int found,
      int lost,
      int doubled,
      int failed,
      boolean gapFree,
      boolean stopped,
      double seconds) {}

  Outcome run() throws Exception {
    String conversation = "race-" + UUID.randomUUID().toString().substring(0, 18);
    arm.seed(conversation, 0);
    AtomicInteger failed = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    AtomicInteger stop = new AtomicInteger();
    CountDownLatch start = new CountDownLatch(1);
    long began = System.nanoTime();
    try (ExecutorService executor = Executors.newFixedThreadPool(WRITERS)) {
      for (int writer = 0; writer < WRITERS; writer++) {
        int w = writer;
        executor.submit(
            () -> {
              start.await();
              for (int n = 0; n < turnsEach && stop.get() == 0; n++) {
                try {
                  int loaded = arm.turn(conversation, text("question", w, n), text("answer", w, n));
                  done.incrementAndGet();
                  if (loaded > STOP_AT) {
                    stop.set(1);
                  }
                } catch (Exception e) {
                  failed.incrementAndGet();
                }
              }
              return null;
            });
      }
      start.countDown();
      executor.shutdown();
      if (!executor.awaitTermination(5, TimeUnit.MINUTES)) {
        throw new IllegalStateException(arm.name() + " did not end");
      }
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    List<String> stored = arm.stored(conversation);
    Set<String> distinct = new HashSet<>(stored);
    int expected = Math.min(window, 2 * done.get());
    return new Outcome(
        arm.name(),
        turnsEach,
        expected,
        stored.size(),
        Math.max(0, expected - distinct.size()),
        stored.size() - distinct.size(),
        failed.get(),
        arm.gapFree(conversation),
        stop.get() > 0,
        seconds);
  }

  private static String text(String kind, int writer, int turn) {
    return kind + " " + turn + " of writer " + writer + " " + "x".repeat(60);
  }
}
