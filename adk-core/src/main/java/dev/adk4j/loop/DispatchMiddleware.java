package dev.adk4j.loop;

/**
 * A step around the rest of an iteration's input or output pipeline. Must be thread-safe.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface DispatchMiddleware {

  /**
   * Must call {@code next}, signal or abort; returning without any of these fails the iteration.
   */
  void handle(DispatchContext ctx, Next next) throws Exception;
}
