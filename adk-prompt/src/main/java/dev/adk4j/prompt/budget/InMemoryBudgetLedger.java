package dev.adk4j.prompt.budget;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Stores usage in memory until the process ends. Thread-safe. */
public final class InMemoryBudgetLedger implements BudgetLedger {

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<BudgetLedger.Account, BudgetLedger.Usage> accounts;

  /** Creates a ledger that keeps every account. */
  public InMemoryBudgetLedger() {
    this(Integer.MAX_VALUE);
  }

  /**
   * @param most the maximum number of accounts; beyond it, the least recently used one is removed
   */
  InMemoryBudgetLedger(int most) {
    this.accounts =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(
              Map.Entry<BudgetLedger.Account, BudgetLedger.Usage> eldest) {
            return size() > most;
          }
        };
  }

  @Override
  public BudgetLedger.Usage usage(BudgetLedger.Account account) {
    lock.lock();
    try {
      return accounts.getOrDefault(account, BudgetLedger.Usage.NONE);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void charge(List<BudgetLedger.Account> charged, BudgetLedger.Usage usage) {
    lock.lock();
    try {
      charged.forEach(account -> accounts.merge(account, usage, BudgetLedger.Usage::plus));
    } finally {
      lock.unlock();
    }
  }

  /** Removes an account, such as that of a past period or of an erased tenant. */
  public void forget(BudgetLedger.Account account) {
    lock.lock();
    try {
      accounts.remove(account);
    } finally {
      lock.unlock();
    }
  }

  /** Returns a copy of all accounts. */
  public Map<BudgetLedger.Account, BudgetLedger.Usage> accounts() {
    lock.lock();
    try {
      return Map.copyOf(accounts);
    } finally {
      lock.unlock();
    }
  }
}
