package dev.adk4j.prompt.budget;

import java.util.List;

/**
 * Keeps what conversations, subjects and tenants have used up. Called by many turns at once; may
 * throw, then no generation is started until what could not be written was.
 */
public interface BudgetLedger {

  /** {@link BudgetUsage#NONE} for an account it does not know. */
  BudgetUsage usage(BudgetAccount account) throws Exception;

  /** Adds the usage to every one of these accounts, or throws and adds it to none. */
  void charge(List<BudgetAccount> accounts, BudgetUsage usage) throws Exception;
}
