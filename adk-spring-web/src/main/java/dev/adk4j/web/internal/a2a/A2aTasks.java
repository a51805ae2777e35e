package dev.adk4j.web.internal.a2a;

import dev.adk4j.internal.Mutex;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that this node knows, as long as the events of their turns are held. Erasing the events
 * also removes the task. Thread-safe.
 */
final class A2aTasks {

  private static final int MOST = 10_000;
  private static final int SWEEP = 100;

  private final Predicate<A2aTask> held;
  private final Mutex lock = new Mutex();
  private final Map<String, A2aTask> tasks = new LinkedHashMap<>();

  /**
   * @param held returns true if the events of the task's turn are still held
   */
  A2aTasks(Predicate<A2aTask> held) {
    this.held = held;
  }

  /** Adds the task unless one with that id exists; returns the registered one. */
  A2aTask add(A2aTask task) {
    return lock.get(
        () -> {
          A2aTask before = tasks.putIfAbsent(task.id(), task);
          sweep(before == null && tasks.size() % SWEEP == 0);
          return before == null ? task : before;
        });
  }

  /** Returns the owner's task of that id; null if there is none or it belongs to another owner. */
  @Nullable A2aTask find(String owner, String id) {
    A2aTask known = lock.get(() -> tasks.get(id));
    return known != null && known.isOf(owner) && isHeld(known) ? known : null;
  }

  /** Returns the owner's tasks, newest first. */
  List<A2aTask> of(String owner) {
    return lock.get(
            () -> {
              sweep(true);
              return tasks.values().stream().filter(known -> known.isOf(owner)).toList();
            })
        .reversed();
  }

  /** Removes the tasks of those scopes; see {@code TurnEvents.erase}. */
  void erase(Predicate<Scope> scopes, @Nullable Instant endedBefore) {
    Predicate<A2aTask> old =
        task -> endedBefore == null || task.state().ended() && task.at().isBefore(endedBefore);
    Predicate<A2aTask> theirs = task -> scopes.test(task.conversation().scope());
    lock.run(() -> tasks.values().removeIf(theirs.and(old)));
  }

  /** A waiting task is identified by its gates after its events are dropped. */
  private boolean isHeld(A2aTask known) {
    return !known.state().ended() || held.test(known);
  }

  /** Drops ended tasks whose events are no longer held. */
  private void sweep(boolean now) {
    if (now) {
      tasks.values().removeIf(known -> !isHeld(known));
    }
    while (tasks.size() > MOST) {
      tasks.remove(tasks.keySet().iterator().next());
    }
  }
}
