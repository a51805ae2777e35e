package dev.adk4j.web.internal.a2a;

import dev.adk4j.internal.Mutex;
import dev.adk4j.value.Scope;
import dev.adk4j.web.internal.protocol.ProtocolCaller;
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
  private final Map<String, Known> tasks = new LinkedHashMap<>();

  /**
   * @param held returns true if the events of the task's turn are still held
   */
  A2aTasks(Predicate<A2aTask> held) {
    this.held = held;
  }

  private record Known(A2aTask task, String owner) {}

  /** Adds the task unless one with that id exists; returns the registered one. */
  A2aTask add(ProtocolCaller caller, String agent, A2aTask task) {
    return lock.get(
        () -> {
          Known before = tasks.putIfAbsent(task.id(), new Known(task, caller.key(agent)));
          sweep(before == null && tasks.size() % SWEEP == 0);
          return before == null ? task : before.task();
        });
  }

  /**
   * Returns the caller's task of that id; null if there is none or it belongs to another caller.
   */
  @Nullable A2aTask find(ProtocolCaller caller, String agent, String id) {
    Known known = lock.get(() -> tasks.get(id));
    return known != null && known.owner().equals(caller.key(agent)) && isHeld(known)
        ? known.task()
        : null;
  }

  /** Returns the caller's tasks, newest first. */
  List<A2aTask> of(ProtocolCaller caller, String agent) {
    String owner = caller.key(agent);
    return lock
        .get(
            () -> {
              sweep(true);
              return tasks.values().stream().filter(known -> known.owner().equals(owner)).toList();
            })
        .reversed()
        .stream()
        .map(Known::task)
        .toList();
  }

  /** Removes the tasks of those scopes; see {@code TurnEvents.erase}. */
  void erase(Predicate<Scope> scopes, @Nullable Instant endedBefore) {
    Predicate<A2aTask> old =
        task -> endedBefore == null || task.state().ended() && task.at().isBefore(endedBefore);
    Predicate<A2aTask> theirs = task -> scopes.test(task.conversation().scope());
    lock.run(() -> tasks.values().removeIf(known -> theirs.and(old).test(known.task())));
  }

  /** A waiting task is identified by its gates after its events are dropped. */
  private boolean isHeld(Known known) {
    return !known.task().state().ended() || held.test(known.task());
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
