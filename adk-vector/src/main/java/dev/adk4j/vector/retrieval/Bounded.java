package dev.adk4j.vector.retrieval;

import dev.adk4j.error.AdkException;
import dev.adk4j.vector.retrieval.RetrievalListener.Outcome;
import dev.adk4j.vector.retrieval.RetrievalListener.Stage;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls a part of retrieval that is not required for an answer. */
final class Bounded {

  private static final Logger log = LoggerFactory.getLogger(Bounded.class);

  private Bounded() {}

  /**
   * Result of a part.
   *
   * @param value null for any outcome other than {@code FOUND}
   */
  record Result<T>(@Nullable T value, Outcome outcome, long began) {

    T orElse(T otherwise) {
      return value == null ? otherwise : value;
    }

    void tell(RetrievalListener listener, Stage stage, int results) {
      Duration time = Duration.ofNanos(System.nanoTime() - began);
      listener.finished(stage, outcome, results, time);
    }
  }

  /**
   * Returns the result; if the part fails, returns null, or is late (it is then interrupted),
   * returns a result without a value and logs a warning. An {@code Error} is thrown.
   *
   * @param part name for the log
   */
  static <T> Result<T> call(String part, Duration time, Callable<@Nullable T> work)
      throws InterruptedException {
    long began = System.nanoTime();
    FutureTask<@Nullable T> task = new FutureTask<>(work);
    Thread.ofVirtual().name("adk-" + part.replace(' ', '-')).start(task);
    try {
      T result = task.get(time.toNanos(), TimeUnit.NANOSECONDS);
      if (result == null) {
        log.warn("The {} returned null; retrieval continues without it.", part);
      }
      return new Result<>(result, result == null ? Outcome.FAILED : Outcome.FOUND, began);
    } catch (TimeoutException e) {
      log.warn("The {} took longer than {}; retrieval continues without it.", part, time);
      return new Result<>(null, Outcome.LATE, began);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      // Omits the message, which may repeat content.
      log.warn("The {} failed with {}; retrieval continues without it.", part, nameOf(e));
    } finally {
      task.cancel(true);
    }
    return new Result<>(null, Outcome.FAILED, began);
  }

  private static String nameOf(ExecutionException e) {
    Throwable cause = e.getCause();
    return cause instanceof AdkException known
        ? known.errorCode().name()
        : (cause == null ? e : cause).getClass().getName();
  }
}
