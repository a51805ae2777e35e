package dev.adk4j.prompt.budget;

import dev.adk4j.internal.BoundedMap;
import dev.adk4j.internal.Mutex;
import java.util.List;
import java.util.Map;

/** Stores usage in memory until the process ends. Thread-safe. */
public final class InMemoryBudgetLedger implements BudgetLedger {

  private final Mutex mutex = new Mutex();
  private final Map<BudgetLedger.Account, BudgetLedger.Usage> accounts;

  /** Creates a ledger that keeps every account. */
  public InMemoryBudgetLedger() {
    this(Integer.MAX_VALUE);
  }

  /**
   * @param most the maximum number of accounts; beyond it, the least recently used one is removed
   */
  InMemoryBudgetLedger(int most) {
    this.accounts = BoundedMap.ofLastUsed(most);
  }

  @Override
  public BudgetLedger.Usage usage(BudgetLedger.Account account) {
    return mutex.get(() -> accounts.getOrDefault(account, BudgetLedger.Usage.NONE));
  }

  @Override
  public void charge(List<BudgetLedger.Account> charged, BudgetLedger.Usage usage) {
    mutex.run(
        () -> charged.forEach(account -> accounts.merge(account, usage, BudgetLedger.Usage::plus)));
  }

  /** Removes an account, such as that of a past period or of an erased tenant. */
  public void forget(BudgetLedger.Account account) {
    mutex.run(() -> accounts.remove(account));
  }

  /** Returns a copy of all accounts. */
  public Map<BudgetLedger.Account, BudgetLedger.Usage> accounts() {
    return mutex.get(() -> Map.copyOf(accounts));
  }
}
