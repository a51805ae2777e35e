package dev.adk4j.prompt.budget;

import java.math.BigDecimal;

/**
 * Usage of an account.
 *
 * @param cost in the currency of the price table
 */
public record BudgetUsage(long generations, long tokens, BigDecimal cost) {

  public static final BudgetUsage NONE = new BudgetUsage(0, 0, BigDecimal.ZERO);

  public BudgetUsage plus(BudgetUsage more) {
    return new BudgetUsage(
        generations + more.generations, tokens + more.tokens, cost.add(more.cost));
  }
}
