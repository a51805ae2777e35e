package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import java.util.Set;

/**
 * A storage that can look up several kinds of records at once, such as a database that is asked
 * once instead of six times. Optional, like {@link StorageUnitOfWork.Member#unitOfWork()}:
 * implemented by the object that answers the fetch callbacks. Each callback is still called, gives
 * what it gives by itself, and fails by itself; only the way to the database is shared.
 */
@FunctionalInterface
public interface FetchesTogether {

  /**
   * Runs the fetches once, on this thread, and throws what they throw. What they ask of this object
   * with that context may be answered from one look at what is stored, taken when the first of them
   * asks; a fetch after a write to this object on this thread sees the write. Afterwards nothing is
   * kept.
   *
   * @param kinds the callbacks that are about to be called, each of them this object; the fetches
   *     may leave some out, and may call others
   */
  void fetchTogether(AgentContext ctx, Set<CallbackKey> kinds, Fetches fetches) throws Exception;

  /** Calls the fetch callbacks, in order. */
  @FunctionalInterface
  interface Fetches {
    void run() throws Exception;
  }
}
