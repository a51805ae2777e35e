package dev.adk4j.storage;

import java.util.ArrayList;
import java.util.List;

/** Rolls back the changes of a unit of work. Guarded by the adapter's lock. */
final class UndoLog {

  private final List<Runnable> steps = new ArrayList<>();
  private final List<Runnable> onCommit = new ArrayList<>();
  private int depth;

  /** Records the undo step inside a unit; outside of one nothing is rolled back. */
  void add(Runnable step) {
    if (depth > 0) {
      steps.add(step);
    }
  }

  /** Begins a unit, or a nested one; returns the rollback point. */
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
   * Registers a task for the end of the outermost unit; rolled back with its own unit.
   *
   * @return false outside a unit, where the task need not wait
   */
  boolean onCommit(Runnable task) {
    if (depth == 0) {
      return false;
    }
    onCommit.add(task);
    steps.add(() -> onCommit.remove(task));
    return true;
  }

  /** Returns the tasks to run if the outermost unit has ended; otherwise none. */
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
