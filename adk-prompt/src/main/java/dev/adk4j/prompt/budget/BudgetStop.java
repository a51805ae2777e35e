package dev.adk4j.prompt.budget;

/** How a dispatch ends whose budget is used up. */
public enum BudgetStop {
  /** As failed, with {@code E_BUDGET_EXCEEDED}. */
  NACK,
  /** Well: what was done so far is stored. The reason is what {@code onStop} was told. */
  ACK
}
