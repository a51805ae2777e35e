package dev.adk4j.prompt.budget;

/**
 * Account to which usage is added.
 *
 * @param tenant never empty
 * @param key the turn, conversation or subject; empty for a tenant
 * @param period {@link BudgetPeriod#labelAt}; empty for {@link BudgetPeriod#ALWAYS}
 */
public record BudgetAccount(BudgetLevel level, String tenant, String key, String period) {}
