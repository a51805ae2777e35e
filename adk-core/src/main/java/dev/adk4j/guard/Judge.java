package dev.adk4j.guard;

import dev.adk4j.loop.AgentContext;

/**
 * Decides with a model whether a text follows a rule; see {@link TextGuard#judge}. An agent can be
 * one:
 *
 * <pre>{@code
 * Judge judge =
 *     (rule, text, ctx) ->
 *         agent.ask("Rule: " + rule + "\nDoes this text keep it?\n" + text, Boolean.class);
 * }</pre>
 *
 * <p>The text may try to persuade the judge, so do not rely on a judge as the only guard.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface Judge {

  /**
   * @param ctx of the turn; a dispatch's context accepts the statistics of the judge's own model
   *     call
   * @return true if the text follows the rule
   * @throws Exception to refuse the text
   */
  boolean accepts(String rule, String text, AgentContext ctx) throws Exception;
}
