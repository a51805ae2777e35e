package dev.adk4j.internal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks that a unit of work was given for the time after its commit. Committed is committed:
 * what such a task throws is logged, and neither reaches the writer nor stops the next task.
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
      log.warn("A task to be done after a commit failed.", e);
    }
  }
}
