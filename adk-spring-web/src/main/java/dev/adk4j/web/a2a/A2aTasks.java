package dev.adk4j.web.a2a;

import dev.adk4j.internal.Mutex;
import dev.adk4j.value.Scope;
import dev.adk4j.web.door.DoorCaller;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that this node knows, for as long as the events of their turns are held. What is erased
 * there is forgotten here. Thread-safe.
 */
final class A2aTasks {

  private static final int MOST = 10_000;
  private static final int SWEEP = 100;

  private final Predicate<A2aTask> held;
  private final Mutex lock = new Mutex();
  private final Map<String, Known> tasks = new LinkedHashMap<>();

  /**
   * @param held whether the events of the task's turn are still held
   */
  A2aTasks(Predicate<A2aTask> held) {
    this.held = held;
  }

  private record Known(A2aTask task, String owner) {}

  /**
   * Adds the task, unless there is one of that id.
   *
   * @return the one that was there; null if it was added
   */
  @Nullable A2aTask add(DoorCaller caller, String agent, A2aTask task) {
    return lock.get(
        () -> {
          Known before = tasks.putIfAbsent(task.id(), new Known(task, owner(caller, agent)));
          sweep(before == null && tasks.size() % SWEEP == 0);
          return before == null ? null : before.task();
        });
  }

  /** Returns the caller's task of that id; null for none, also for one of somebody else. */
  @Nullable A2aTask find(DoorCaller caller, String agent, String id) {
    Known known = lock.get(() -> tasks.get(id));
    return known == null || !known.owner().equals(owner(caller, agent)) || !isHeld(known)
        ? null
        : known.task();
  }

  /** Returns the caller's tasks, newest first. */
  List<A2aTask> of(DoorCaller caller, String agent) {
    String owner = owner(caller, agent);
    List<A2aTask> own = new ArrayList<>();
    lock.run(
        () -> {
          sweep(true);
          tasks.values().stream()
              .filter(known -> known.owner().equals(owner))
              .forEach(known -> own.addFirst(known.task()));
        });
    return own;
  }

  /** Forgets the tasks of those scopes; see {@code TurnEvents.erase}. */
  void erase(Predicate<Scope> scopes, @Nullable Instant endedBefore) {
    lock.run(() -> tasks.values().removeIf(known -> isOf(known.task(), scopes, endedBefore)));
  }

  private static boolean isOf(
      A2aTask task, Predicate<Scope> scopes, @Nullable Instant endedBefore) {
    return scopes.test(task.conversation().scope())
        && (endedBefore == null || task.state().ended() && task.at().isBefore(endedBefore));
  }

  /** A task that waits is known by its gates when its events are gone. */
  private boolean isHeld(Known known) {
    return !known.task().state().ended() || held.test(known.task());
  }

  /** Drops tasks that have ended and whose events are gone. */
  private void sweep(boolean now) {
    if (now) {
      tasks.values().removeIf(known -> !isHeld(known));
    }
    while (tasks.size() > MOST) {
      tasks.remove(tasks.keySet().iterator().next());
    }
  }

  private static String owner(DoorCaller caller, String agent) {
    Scope owner = caller.owner();
    String whose = owner.subject() == null ? "" : "\n" + owner.subject();
    return agent + "\n" + owner.tenant() + whose;
  }
}
