package dev.adk4j.guard;

import dev.adk4j.loop.AgentContext;

/**
 * Decides by a model whether a text keeps a rule; see {@link TextGuard#judge}. An agent can be one:
 *
 * <pre>{@code
 * Judge judge =
 *     (rule, text, ctx) ->
 *         agent.ask("Rule: " + rule + "\nDoes this text keep it?\n" + text, Boolean.class);
 * }</pre>
 *
 * <p>The text may try to talk the judge round: a judge is one guard among others.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface Judge {

  /**
   * @param ctx of the turn; a dispatch's takes the statistics of the judge's own model call
   * @return whether the text keeps the rule
   * @throws Exception to refuse the text
   */
  boolean accepts(String rule, String text, AgentContext ctx) throws Exception;
}
