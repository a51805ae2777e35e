package dev.adk4j.storage;

import dev.adk4j.internal.AfterCommit;
import dev.adk4j.loop.AgentContext;
import org.jspecify.annotations.Nullable;

/** Makes several writes one: all of them are stored or none is. Shared by concurrent turns. */
public interface StorageUnitOfWork {

  /**
   * Runs the writes, on this thread, in a transaction of its own that never joins the caller's;
   * commits when they return, rolls back and rethrows when one throws. Returns when the commit is
   * acknowledged.
   */
  void execute(AgentContext ctx, Writes writes) throws Exception;

  /**
   * Runs the writes as part of the unit that is running on this thread; in one of their own where
   * none is.
   */
  default void join(AgentContext ctx, Writes writes) throws Exception {
    execute(ctx, writes);
  }

  /**
   * Runs the task once the unit that is running on this thread has committed, never where it is
   * rolled back; now where none is running. What the task throws is logged, and reaches nobody's
   * writes.
   */
  default void afterCommit(Runnable task) {
    AfterCommit.run(task);
  }

  /** Calls the callbacks of one group, in order. */
  @FunctionalInterface
  interface Writes {
    void run() throws Exception;
  }

  /** Belongs to a unit of work: one of the 18 callbacks that store, mutate and delete. */
  interface Member {

    /**
     * Returns the unit of work this callback's writes belong to, or null for none. Neighbouring
     * writes of one flush whose callbacks name the same instance are done inside one {@link
     * StorageUnitOfWork#execute}.
     */
    default @Nullable StorageUnitOfWork unitOfWork() {
      return null;
    }
  }
}
