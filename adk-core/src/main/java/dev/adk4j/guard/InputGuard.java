package dev.adk4j.guard;

import dev.adk4j.loop.AgentContext;

/**
 * Looks at the text of each message that a turn is given, before it is stored and before a model
 * sees it:
 *
 * <pre>{@code
 * InputGuard polite =
 *     (text, ctx) -> text.contains("!!!") ? Verdict.refuse("It shouts.") : Verdict.pass();
 * }</pre>
 *
 * <p>Called on the turn's thread; shared by concurrent turns. A guard that throws refuses.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface InputGuard {

  Verdict check(String text, AgentContext ctx) throws Exception;
}
