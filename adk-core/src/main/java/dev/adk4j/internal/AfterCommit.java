package dev.adk4j.internal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a unit of work's tasks after its commit. The commit is final: a task's exceptions are
 * logged, and neither reach the writer nor stop the next task.
 */
public final class AfterCommit {

  private static final Logger log = LoggerFactory.getLogger(AfterCommit.class);

  private AfterCommit() {}

  /** Runs the task on this thread. */
  public static void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      log.warn("A task after a commit failed.", e);
    }
  }
}
