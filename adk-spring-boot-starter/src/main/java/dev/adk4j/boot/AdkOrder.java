package dev.adk4j.boot;

import dev.adk4j.boot.llm.AdkBudgetAutoConfiguration;
import dev.adk4j.boot.llm.AdkContextSummarizerAutoConfiguration;
import dev.adk4j.boot.llm.AdkContextTrimmerAutoConfiguration;

/**
 * Where the starter's own middleware stands in its pipeline; yours without an {@code @Order} comes
 * after all of it but {@link #TRIM}.
 */
public final class AdkOrder {

  /** Loads what was said before. */
  public static final int HYDRATE = -2000;

  /** Takes in what the caller of the turn says; after the past, so that it is not loaded twice. */
  public static final int ACCEPT_INPUT = -1000;

  /** Looks for memories that fit what was just said; before anything that trims to a budget. */
  public static final int RECALL = -500;

  /** Refuses an iteration too many before anything else looks at it. */
  public static final int MAX_ITERATIONS = -1000;

  /** Stops what has used up its budget. */
  public static final int BUDGET = AdkBudgetAutoConfiguration.BUDGET;

  /** Asks somebody before chosen tools run; after budgets. */
  public static final int APPROVAL = AdkBudgetAutoConfiguration.APPROVAL;

  /** Replaces older turns of a conversation by a summary; after budgets, since it costs tokens. */
  public static final int SUMMARIZE = AdkContextSummarizerAutoConfiguration.SUMMARIZE;

  /** Trims the prompt to its window; after your own middleware, which may add content. */
  public static final int TRIM = AdkContextTrimmerAutoConfiguration.TRIM;

  private AdkOrder() {}
}
