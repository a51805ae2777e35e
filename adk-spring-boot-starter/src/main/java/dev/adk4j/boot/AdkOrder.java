package dev.adk4j.boot;

import dev.adk4j.boot.llm.AdkBudgetAutoConfiguration;
import dev.adk4j.boot.llm.AdkContextSummarizerAutoConfiguration;
import dev.adk4j.boot.llm.AdkContextTrimmerAutoConfiguration;

/**
 * Positions of the starter's own middleware in its pipeline. Middleware of the application without
 * an {@code @Order} comes after all of it but {@link #TOOL_SEARCH} and {@link #TRIM}.
 */
public final class AdkOrder {

  /** Checks the input before anything else has it, and puts guards before output and tools. */
  public static final int GUARD = -3000;

  /** Loads the stored records. */
  public static final int HYDRATE = -2000;

  /** Adds the input of the turn. Runs after loading, so that the input is not loaded twice. */
  public static final int ACCEPT_INPUT = -1000;

  /** Searches memories that fit the input. Runs before anything that trims to a budget. */
  public static final int RECALL = -500;

  /** Adds passages that answer what was just said; before anything that trims to a budget. */
  public static final int RETRIEVE = -400;

  /** Names the skills that there are; before anything that trims to a budget. */
  public static final int SKILLS = -300;

  /** Refuses an iteration over the limit before anything else runs. */
  public static final int MAX_ITERATIONS = -1000;

  /** Stops turns whose budget is used up. */
  public static final int BUDGET = AdkBudgetAutoConfiguration.BUDGET;

  /** Requests approval of chosen tools. Runs after budgets. */
  public static final int APPROVAL = AdkBudgetAutoConfiguration.APPROVAL;

  /**
   * Replaces older turns of a conversation by a summary. Runs after budgets, because it costs
   * tokens.
   */
  public static final int SUMMARIZE = AdkContextSummarizerAutoConfiguration.SUMMARIZE;

  /**
   * Offers the search of tools in the place of very many tools. Runs after middleware of the
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
