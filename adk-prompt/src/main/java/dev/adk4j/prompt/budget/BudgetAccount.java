package dev.adk4j.prompt.budget;

/**
 * What usage is added up under.
 *
 * @param tenant never empty
 * @param key the turn, conversation or subject; empty for a tenant
 * @param period {@link BudgetPeriod#labelAt}; empty where it never begins anew
 */
public record BudgetAccount(BudgetLevel level, String tenant, String key, String period) {}
