package dev.adk4j.boot;

import dev.adk4j.turn.TurnRunner;

/**
 * Changes every {@link TurnRunner.Builder} the starter hands out, after all beans were applied to
 * it. Customizers are called in their {@code @Order}, on the thread that creates the builder.
 */
@FunctionalInterface
public interface TurnRunnerCustomizer {

  void customize(TurnRunner.Builder builder);
}
