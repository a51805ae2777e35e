package dev.adk4j.prompt.budget;

import java.math.BigDecimal;
import java.util.List;

/**
 * Stores the usage of conversations, subjects and tenants. Must be thread-safe. If it throws, no
 * generation starts until the write succeeds.
 *
 * @since 0.1.0
 */
public interface BudgetLedger {

  /** Returns the usage of an account; {@link Usage#NONE} for an unknown one. */
  Usage usage(Account account) throws Exception;

  /** Adds the usage to all of these accounts, or throws and adds it to none. */
  void charge(List<Account> accounts, Usage usage) throws Exception;

  /**
   * Account to which usage is added.
   *
   * @param tenant never empty
   * @param key the turn, conversation or subject; empty for a tenant
   * @param period {@link BudgetLimit.Period#labelAt}; empty for {@link BudgetLimit.Period#ALWAYS}
   */
  record Account(BudgetLimit.Level level, String tenant, String key, String period) {}

  /**
   * Usage of an account.
   *
   * @param cost in the currency of the price table
   */
  record Usage(long generations, long tokens, BigDecimal cost) {

    public static final Usage NONE = new Usage(0, 0, BigDecimal.ZERO);

    public Usage plus(Usage more) {
      return new Usage(generations + more.generations, tokens + more.tokens, cost.add(more.cost));
    }
  }
}
