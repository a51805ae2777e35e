package dev.adk4j.guard;

import dev.adk4j.loop.AgentContext;

/**
 * Checks the output of a model before it is emitted and before it is stored: messages, JSON of
 * typed answers, and thoughts. A thought that does not pass is dropped, and the answer continues.
 *
 * <pre>{@code
 * OutputGuard noPrices =
 *     (text, ctx) ->
 *         text.contains("EUR") ? Verdict.retry("Do not name prices.") : Verdict.pass();
 * }</pre>
 *
 * <p>Text is held back until it was checked. Must be thread-safe. An exception refuses the text.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface OutputGuard {

  /**
   * @param text the whole text; with a {@link #window}, a part of it
   */
  Verdict check(String text, AgentContext ctx) throws Exception;

  /**
   * Returns the length in characters of the longest match of the guard, so that a streamed text is
   * released with that delay; 0 for a guard that needs the whole text. A guard with a window
   * receives parts of the text and may receive a part again: it must decide by the text alone,
   * independent of where the part begins or ends. If it refuses, a reader may already have the text
   * before.
   */
  default int window() {
    return 0;
  }
}
