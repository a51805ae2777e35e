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
 * Newest tasks that this node was asked for. Their states are those of the events of their turns.
 * Thread-safe.
 */
final class A2aTasks {

  private static final int MOST = 10_000;

  private final Mutex lock = new Mutex();
  private final Map<String, A2aTask> tasks = new LinkedHashMap<>();

  /** Adds the task unless one with that id exists; returns the registered one. */
  A2aTask add(A2aTask task) {
    return lock.get(
        () -> {
          A2aTask before = tasks.putIfAbsent(task.id(), task);
          if (tasks.size() > MOST) {
            tasks.remove(tasks.keySet().iterator().next());
          }
          return before == null ? task : before;
        });
  }

  /** Returns the owner's task of that id; null if there is none or it belongs to another owner. */
  @Nullable A2aTask find(String owner, String id) {
    A2aTask known = lock.get(() -> tasks.get(id));
    return known != null && known.owner().equals(owner) ? known : null;
  }

  /** Returns the owner's tasks, newest first. */
  List<A2aTask> of(String owner) {
    return lock.get(
            () -> tasks.values().stream().filter(task -> task.owner().equals(owner)).toList())
        .reversed();
  }

  void remove(A2aTask task) {
    lock.run(() -> tasks.remove(task.id(), task));
  }

  /** Removes the messages of those scopes; see {@code TurnEvents.erase}. */
  void erase(Predicate<Scope> scopes, @Nullable Instant endedBefore) {
    lock.run(
        () ->
            tasks.replaceAll(
                (id, task) ->
                    scopes.test(task.conversation().scope())
                            && (endedBefore == null || task.begun().isBefore(endedBefore))
                        ? new A2aTask(id, task.contextId(), task.owner(), task.conversation(), null)
                        : task));
  }
}
