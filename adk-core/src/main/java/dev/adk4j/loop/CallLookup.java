package dev.adk4j.loop;

import java.util.Optional;

/**
 * Finds out what became of a call that was started, and whose process ended before its result was
 * stored.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface CallLookup {

  /**
   * Returns the result of the call, if it did its work.
   *
   * @param idempotencyKey that the call was given
   * @return empty where it did not, or nothing is known of it; then {@link AfterCrash} decides
   * @throws Exception where that cannot be found out now; the call ends as of unknown outcome then
   */
  Optional<ToolOutput> find(String idempotencyKey, DispatchContext ctx) throws Exception;
}
