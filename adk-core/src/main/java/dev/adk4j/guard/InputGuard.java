package dev.adk4j.guard;

import dev.adk4j.loop.AgentContext;

/**
 * Checks the text of each input message of a turn, before it is stored and before a model sees it:
 *
 * <pre>{@code
 * InputGuard polite =
 *     (text, ctx) -> text.contains("!!!") ? Verdict.refuse("It shouts.") : Verdict.pass();
 * }</pre>
 *
 * <p>Called on the turn's thread. Must be thread-safe. An exception refuses the text.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface InputGuard {

  Verdict check(String text, AgentContext ctx) throws Exception;
}
