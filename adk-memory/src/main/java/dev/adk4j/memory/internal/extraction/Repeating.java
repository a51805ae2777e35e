package dev.adk4j.memory.internal.extraction;

import dev.adk4j.abort.Subscription;
import dev.adk4j.internal.Mutex;
import dev.adk4j.memory.internal.call.Deadlines;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Repeats a task on a virtual thread, each time one interval after the previous run, until it is
 * closed or the task returns false. The task may block, unlike tasks on the timer's thread.
 */
final class Repeating implements AutoCloseable {

  private final Deadlines deadlines;
  private final Duration interval;
  private final String name;
  private final BooleanSupplier task;
  private final Mutex mutex = new Mutex();
  private Subscription next = () -> {};
  private boolean running;

  Repeating(Deadlines deadlines, Duration interval, String name, BooleanSupplier task) {
    this.deadlines = deadlines;
    this.interval = interval;
    this.name = name;
    this.task = task;
  }

  Repeating start() {
    mutex.run(
        () -> {
          if (!running) {
            running = true;
            schedule();
          }
        });
    return this;
  }

  private void schedule() {
    mutex.run(
        () -> {
          if (running) {
            next =
                deadlines.after(interval, () -> Thread.ofVirtual().name(name).start(this::repeat));
          }
        });
  }

  private void repeat() {
    boolean again = true;
    try {
      again = task.getAsBoolean();
    } finally {
      if (again) {
        schedule();
      }
    }
  }

  @Override
  public void close() {
    mutex.run(
        () -> {
          running = false;
          next.close();
        });
  }
}
