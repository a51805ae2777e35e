package dev.adk4j.storage;

import java.util.ArrayList;
import java.util.List;

/** How to take back what a unit of work has changed so far. Guarded by the adapter's lock. */
final class UndoLog {

  private final List<Runnable> steps = new ArrayList<>();
  private int depth;

  /** Outside a unit nothing is taken back, so nothing is remembered. */
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

  void end() {
    depth--;
    if (depth == 0) {
      steps.clear();
    }
  }
}
