package dev.adk4j.boot;

import dev.adk4j.boot.llm.AdkBudgetAutoConfiguration;
import dev.adk4j.boot.llm.AdkContextSummarizerAutoConfiguration;
import dev.adk4j.boot.llm.AdkContextTrimmerAutoConfiguration;

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

  /** Stops turns whose budget is used up. */
  public static final int BUDGET = AdkBudgetAutoConfiguration.BUDGET;

  /** Requests approval of configured tools. Runs after budgets. */
  public static final int APPROVAL = AdkBudgetAutoConfiguration.APPROVAL;

  /**
   * Replaces older turns of a conversation by a summary. Runs after budgets, because it costs
   * tokens.
   */
  public static final int SUMMARIZE = AdkContextSummarizerAutoConfiguration.SUMMARIZE;

  /**
   * Offers tool search instead of a large number of tools. Runs after middleware of the
   * application, which may add tools, and before trimming.
   */
  public static final int TOOL_SEARCH = AdkBudgetAutoConfiguration.TOOL_SEARCH;

  /**
   * Trims the prompt to its window. Runs after middleware of the application, which may add
   * content.
   */
  public static final int TRIM = AdkContextTrimmerAutoConfiguration.TRIM;

  private AdkOrder() {}
}
