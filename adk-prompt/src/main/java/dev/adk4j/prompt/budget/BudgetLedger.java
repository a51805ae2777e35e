package dev.adk4j.prompt.budget;

import java.util.List;

/**
 * Stores the usage of conversations, subjects and tenants. Must be safe for concurrent use. If it
 * throws, no generation is started until the write succeeds.
 *
 * @since 0.1.0
 */
public interface BudgetLedger {

  /** Returns the usage of an account; {@link BudgetUsage#NONE} for an unknown one. */
  BudgetUsage usage(BudgetAccount account) throws Exception;

  /** Adds the usage to all of these accounts, or throws and adds it to none. */
  void charge(List<BudgetAccount> accounts, BudgetUsage usage) throws Exception;
}
