package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import java.util.Set;

/**
 * A storage that can fetch several kinds of records at once, such as a database with one query
 * instead of six. Optional, like {@link StorageUnitOfWork.Member#unitOfWork()}: implemented by the
 * object that implements the fetch callbacks. Each callback is still called, and returns or fails
 * by itself; only the database access is shared.
 */
@FunctionalInterface
public interface FetchesTogether {

  /**
   * Runs the fetches once, on this thread, and rethrows their exceptions. Their calls to this
   * object with that context may share one read of the storage, made at the first call; a fetch
   * after a write to this object on this thread sees the write. Nothing is cached afterwards.
   *
   * @param kinds the callbacks that will be called, all of them on this object; the fetches may
   *     omit some, and may call others
   */
  void fetchTogether(AgentContext ctx, Set<CallbackKey> kinds, Fetches fetches) throws Exception;

  /** Calls the fetch callbacks, in order. */
  @FunctionalInterface
  interface Fetches {
    void run() throws Exception;
  }
}
