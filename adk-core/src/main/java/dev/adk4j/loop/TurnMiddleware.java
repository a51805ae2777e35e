package dev.adk4j.loop;

/**
 * A step around the rest of a turn's input or output pipeline. Must be thread-safe.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface TurnMiddleware {

  /** Must call {@code next} or abort the context; returning without either fails the stage. */
  void handle(TurnContext ctx, Next next) throws Exception;
}
