package dev.adk4j.storage;

import dev.adk4j.internal.AfterCommit;
import dev.adk4j.loop.AgentContext;
import org.jspecify.annotations.Nullable;

/** Makes several writes atomic: all of them are stored or none is. Must be thread-safe. */
public interface StorageUnitOfWork {

  /**
   * Runs the writes, on this thread, in its own transaction that never joins the caller's; commits
   * when they return, rolls back and rethrows when one throws. Returns after the commit is
   * acknowledged.
   */
  void execute(AgentContext ctx, Writes writes) throws Exception;

  /**
   * Runs the writes as part of the unit that is running on this thread; in their own unit if none
   * is running.
   */
  default void join(AgentContext ctx, Writes writes) throws Exception {
    execute(ctx, writes);
  }

  /**
   * Runs the task after the unit that is running on this thread commits, or now if none is running;
   * never if the unit is rolled back. The task's exceptions are logged and affect no write.
   */
  default void afterCommit(Runnable task) {
    AfterCommit.run(task);
  }

  /** Calls the callbacks of one group, in order. */
  @FunctionalInterface
  interface Writes {
    void run() throws Exception;
  }

  /** Joins a unit of work: one of the 18 callbacks that store, mutate and delete. */
  interface Member {

    /**
     * Returns the unit of work for this callback's writes, or null for none. Adjacent writes of one
     * flush whose callbacks return the same instance run inside one {@link
     * StorageUnitOfWork#execute}.
     */
    default @Nullable StorageUnitOfWork unitOfWork() {
      return null;
    }
  }
}
