package dev.adk4j.boot.retrieval;

import dev.adk4j.error.AdkException;
import dev.adk4j.vector.retrieval.Ingestion;
import dev.adk4j.vector.retrieval.IngestionReport;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Runs ingestions on separate threads, each at most once at a time: on a schedule, or on request. A
 * failed run is logged, and the next one continues. When the application stops, runs end between
 * two calls of the model or store.
 */
final class IngestionRuns implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(IngestionRuns.class);

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Map<String, Ingestion> ingestions;
  private final @Nullable Duration every;
  private final Map<String, Run> last = new ConcurrentHashMap<>();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private volatile boolean running;

  /**
   * State of an ingestion.
   *
   * @param report counts of the last successful run
   * @param failure code of the error, or class of the exception, that ended the last run
   */
  record Run(boolean running, @Nullable IngestionReport report, @Nullable String failure) {

    static final Run NONE = new Run(false, null, null);
  }

  IngestionRuns(Map<String, Ingestion> ingestions, @Nullable Duration every) {
    this.ingestions = Map.copyOf(ingestions);
    this.every = every;
  }

  Map<String, Run> runs() {
    Map<String, Run> runs = new TreeMap<>();
    ingestions.keySet().forEach(name -> runs.put(name, last.getOrDefault(name, Run.NONE)));
    return runs;
  }

  boolean has(String name) {
    return ingestions.containsKey(name);
  }

  /** Starts a run in the background; returns false if one is running or the application stops. */
  boolean start(String name) {
    if (!running || !claim(name)) {
      return false;
    }
    thread(name, () -> run(name));
    return true;
  }

  private boolean claim(String name) {
    boolean[] claimed = new boolean[1];
    last.compute(
        name,
        (key, before) -> {
          Run known = before == null ? Run.NONE : before;
          claimed[0] = !known.running();
          return new Run(true, known.report(), known.failure());
        });
    return claimed[0];
  }

  private void run(String name) {
    Run before = last.getOrDefault(name, Run.NONE);
    Run after = new Run(false, before.report(), "stopped");
    try {
      after = new Run(false, Objects.requireNonNull(ingestions.get(name)).run(), null);
    } catch (Exception | StackOverflowError | LinkageError | AssertionError e) {
      boolean stopped = Thread.currentThread().isInterrupted();
      String failure = e instanceof AdkException known ? known.code() : e.getClass().getName();
      after = new Run(false, before.report(), stopped ? "stopped" : failure);
      if (!stopped) {
        log.warn("The ingestion '{}' failed. Its next run continues.", name, e);
      }
    } finally {
      last.put(name, after);
    }
  }

  private void repeat(String name, Duration pause) {
    while (running) {
      if (claim(name)) {
        run(name);
      }
      try {
        Thread.sleep(pause);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void thread(String name, Runnable work) {
    Thread thread =
        Thread.ofVirtual()
            .name("adk-ingestion-" + name)
            .unstarted(
                () -> {
                  try {
                    work.run();
                  } finally {
                    threads.remove(Thread.currentThread());
                  }
                });
    threads.add(thread);
    thread.start();
  }

  @Override
  public void start() {
    running = true;
    Duration pause = every;
    if (pause != null) {
      ingestions.keySet().forEach(name -> thread(name, () -> repeat(name, pause)));
    }
  }

  @Override
  public void stop() {
    running = false;
    threads.forEach(Thread::interrupt);
    long end = System.nanoTime() + PATIENCE.toNanos();
    for (Thread thread : threads) {
      try {
        thread.join(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
