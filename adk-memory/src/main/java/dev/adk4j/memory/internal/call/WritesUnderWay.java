package dev.adk4j.memory.internal.call;

import dev.adk4j.abort.Subscription;
import dev.adk4j.memory.store.MemoryOwner;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts this process's writes that may still reach a store, so that erasure and shutdown can wait
 * for them. A write whose caller no longer waits counts until its thread ends. Thread-safe.
 */
public final class WritesUnderWay {

  /** Store name of a {@linkplain #start started} write, which may reach any store. */
  public static final String EVERY_STORE = "";

  private final Monitor monitor;
  private final Map<Write, Integer> running = new HashMap<>();

  public WritesUnderWay(Deadlines deadlines) {
    this.monitor = new Monitor(deadlines);
  }

  private record Write(MemoryOwner owner, String store) {}

  private Subscription begin(Write write) {
    change(write, 1);
    return () -> change(write, -1);
  }

  private void change(Write write, int by) {
    monitor.run(() -> running.merge(write, by, (a, b) -> a + b == 0 ? null : a + b));
  }

  /** Runs the call and counts it as a write. */
  public <T extends @Nullable Object> T run(MemoryOwner owner, String store, Callable<T> call)
      throws Exception {
    try (Subscription write = begin(new Write(owner, store))) {
      return call.call();
    }
  }

  /** Runs the write on a separate thread, without waiting for it. */
  public void start(MemoryOwner owner, Runnable write) {
    Subscription underWay = begin(new Write(owner, EVERY_STORE));
    Thread.ofVirtual()
        .name("adk-memory-write")
        .start(
            () -> {
              try (underWay) {
                write.run();
              }
            });
  }

  /** Returns true if all started writes end within the limit. */
  public boolean awaitStarted(Duration limit) {
    return monitor.await(
        () -> running.keySet().stream().noneMatch(write -> write.store.equals(EVERY_STORE)), limit);
  }

  /** Waits for the owner's writes and returns the stores of those that did not end in time. */
  public Set<String> await(MemoryOwner owner, Duration limit) {
    monitor.await(() -> stores(owner).isEmpty(), limit);
    return monitor.get(() -> stores(owner));
  }

  private Set<String> stores(MemoryOwner owner) {
    return running.keySet().stream()
        .filter(write -> write.owner.equals(owner))
        .map(Write::store)
        .collect(Collectors.toSet());
  }
}
