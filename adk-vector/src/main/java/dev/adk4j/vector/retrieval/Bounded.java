package dev.adk4j.vector.retrieval;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls a part of retrieval that an answer can do without. */
final class Bounded {

  private static final Logger log = LoggerFactory.getLogger(Bounded.class);

  private Bounded() {}

  /**
   * Returns the result; empty with a warning if the part fails, returns null, or is late, which
   * interrupts it. An {@code Error} is thrown.
   *
   * @param part name for the log
   */
  static <T> Optional<T> call(String part, Duration time, Callable<@Nullable T> work)
      throws InterruptedException {
    FutureTask<@Nullable T> task = new FutureTask<>(work);
    Thread.ofVirtual().name("adk-" + part.replace(' ', '-')).start(task);
    try {
      T result = task.get(time.toNanos(), TimeUnit.NANOSECONDS);
      if (result == null) {
        log.warn("The {} returned null; retrieval goes on without it.", part);
      }
      return Optional.ofNullable(result);
    } catch (TimeoutException e) {
      log.warn("The {} took longer than {}; retrieval goes on without it.", part, time);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      // Without the message, which may repeat content.
      log.warn("The {} failed with {}; retrieval goes on without it.", part, nameOf(e));
    } finally {
      task.cancel(true);
    }
    return Optional.empty();
  }

  private static String nameOf(ExecutionException e) {
    Throwable cause = e.getCause();
    return (cause == null ? e : cause).getClass().getName();
  }
}
