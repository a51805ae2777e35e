package dev.adk4j.memory;

import dev.adk4j.abort.Subscription;
import dev.adk4j.memory.internal.call.Deadlines;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Deadlines that pass when a test says so. */
public final class ManualDeadlines implements Deadlines {

  private final List<Pending> pending = new CopyOnWriteArrayList<>();
  private final List<Duration> asked = new CopyOnWriteArrayList<>();

  private record Pending(Duration delay, Runnable task) {}

  @Override
  public Subscription after(Duration delay, Runnable task) {
    Pending added = new Pending(delay, task);
    pending.add(added);
    asked.add(delay); // last: who counts it finds it waiting
    return () -> pending.remove(added);
  }

  /** Lets all deadlines of that length pass; gives their number. */
  public int pass(Duration delay) {
    List<Pending> due = pending.stream().filter(p -> p.delay().equals(delay)).toList();
    pending.removeAll(due);
    due.forEach(p -> p.task().run());
    return due.size();
  }

  public long waiting(Duration delay) {
    return waiting().stream().filter(delay::equals).count();
  }

  /** The lengths of all that wait, in the order they were asked for. */
  public List<Duration> waiting() {
    return pending.stream().map(Pending::delay).toList();
  }

  /** Counts the deadlines of that length, waiting and past. */
  public long asked(Duration delay) {
    return asked.stream().filter(delay::equals).count();
  }
}
