package dev.adk4j.boot;

import dev.adk4j.turn.TurnRunner;

/**
 * Customizes every {@link TurnRunner.Builder} that the starter creates, after all beans were
 * applied to it. Customizers are called in their {@code @Order}, on the thread that creates the
 * builder.
 */
@FunctionalInterface
public interface TurnRunnerCustomizer {

  void customize(TurnRunner.Builder builder);
}
