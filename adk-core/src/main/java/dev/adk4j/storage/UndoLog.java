package dev.adk4j.storage;

import java.util.ArrayList;
import java.util.List;

/** Takes back the changes of a unit of work. Guarded by the adapter's lock. */
final class UndoLog {

  private final List<Runnable> steps = new ArrayList<>();
  private final List<Runnable> onCommit = new ArrayList<>();
  private int depth;

  /** Remembers the step inside a unit; outside of one nothing is taken back. */
  void add(Runnable step) {
    if (depth > 0) {
      steps.add(step);
    }
  }

  /** Begins a unit, or one inside another; gives the point to roll back to. */
  int begin() {
    depth++;
    return steps.size();
  }

  void rollBackTo(int point) {
    for (int i = steps.size() - 1; i >= point; i--) {
      steps.remove(i).run();
    }
  }

  /**
   * Keeps what to do once the outermost unit is done; taken back with the unit it was added in.
   *
   * @return false outside a unit, where there is nothing to wait for
   */
  boolean onCommit(Runnable task) {
    if (depth == 0) {
      return false;
    }
    onCommit.add(task);
    steps.add(() -> onCommit.remove(task));
    return true;
  }

  /** Gives what is to be done now that the outermost unit has ended; nothing before. */
  List<Runnable> end() {
    depth--;
    if (depth > 0) {
      return List.of();
    }
    steps.clear();
    List<Runnable> tasks = List.copyOf(onCommit);
    onCommit.clear();
    return tasks;
  }
}
