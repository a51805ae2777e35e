package dev.adk4j.guard;

import dev.adk4j.loop.AgentContext;

/**
 * Looks at what a model says, before anybody is told and before it is stored: messages, JSON of
 * typed answers, and thoughts. A thought that does not pass is left out, and the answer goes on.
 *
 * <pre>{@code
 * OutputGuard noPrices =
 *     (text, ctx) ->
 *         text.contains("EUR") ? Verdict.retry("Do not name prices.") : Verdict.pass();
 * }</pre>
 *
 * <p>Text is held back until it was looked at. Shared by concurrent turns. A guard that throws
 * refuses.
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
   * Returns the length of the longest thing that the guard looks for, in characters, so that a
   * streamed text is released that far behind its end; 0 for a guard that needs the whole text. A
   * guard with a window is given parts of the text and may be given a part again: it decides by the
   * text alone, and not by where the text begins or ends. Where it refuses, a reader may have what
   * came before.
   */
  default int window() {
    return 0;
  }
}
