package dev.adk4j.loop;

import java.util.Optional;

/**
 * Looks up the outcome of a call whose process ended before its result was stored.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface CallLookup {

  /**
   * Returns the result of the call if it did its work.
   *
   * @param idempotencyKey the key that the call was given
   * @return empty if the call did not do its work or is unknown; {@link AfterCrash} decides then
   * @throws Exception if the outcome cannot be determined now; the call then ends with an unknown
   *     outcome
   */
  Optional<ToolOutput> find(String idempotencyKey, DispatchContext ctx) throws Exception;
}
