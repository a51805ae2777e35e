package dev.adk4j.boot;

import org.springframework.core.Ordered;

/**
 * Positions of the starter's own middleware in its pipeline. Middleware of the application without
 * an {@code @Order} runs after all of it except {@link #TOOL_SEARCH} and {@link #TRIM}.
 */
public final class AdkOrder {

  /** Checks the input before all other middleware, and wraps output and tools in guards. */
  public static final int GUARD = -3000;

  /** Loads the stored records. */
  public static final int HYDRATE = -2000;

  /** Adds the input of the turn. Runs after loading, so that the input is not loaded twice. */
  public static final int ACCEPT_INPUT = -1000;

  /**
   * Searches memories that are relevant to the input. Runs before middleware that trims to a
   * budget.
   */
  public static final int RECALL = -500;

  /**
   * Adds passages that answer the latest message. Runs before middleware that trims to a budget.
   */
  public static final int RETRIEVE = -400;

  /** Lists the available skills. Runs before middleware that trims to a budget. */
  public static final int SKILLS = -300;

  /** Rejects an iteration over the limit before all other middleware runs. */
  public static final int MAX_ITERATIONS = -1000;

  /** Stops turns whose budget is used up. Runs after the limit of iterations. */
  public static final int BUDGET = -1000;

  /**
   * Requests approval of configured tools. Runs after budgets: a call that exceeds one is not
   * submitted.
   */
  public static final int APPROVAL = -900;

  /**
   * Replaces older turns of a conversation by a summary. Runs after budgets, because it costs
   * tokens.
   */
  public static final int SUMMARIZE = -800;

  /**
   * Offers tool search instead of a large number of tools. Runs after middleware of the
   * application, which may add tools, and before trimming.
   */
  public static final int TOOL_SEARCH = Ordered.LOWEST_PRECEDENCE;

  /**
   * Trims the prompt to its window. Runs after middleware of the application, which may add
   * content.
   */
  public static final int TRIM = Ordered.LOWEST_PRECEDENCE;

  private AdkOrder() {}
}
