package dev.adk4j.prompt.budget;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Keeps usage in memory until the process ends. Thread-safe. */
public final class InMemoryBudgetLedger implements BudgetLedger {

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<BudgetAccount, BudgetUsage> accounts;

  /** Creates a ledger that keeps every account. */
  public InMemoryBudgetLedger() {
    this(Integer.MAX_VALUE);
  }

  /**
   * @param most the number of accounts beyond which the longest unused one is forgotten
   */
  InMemoryBudgetLedger(int most) {
    this.accounts =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<BudgetAccount, BudgetUsage> eldest) {
            return size() > most;
          }
        };
  }

  @Override
  public BudgetUsage usage(BudgetAccount account) {
    lock.lock();
    try {
      return accounts.getOrDefault(account, BudgetUsage.NONE);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void charge(List<BudgetAccount> charged, BudgetUsage usage) {
    lock.lock();
    try {
      charged.forEach(account -> accounts.merge(account, usage, BudgetUsage::plus));
    } finally {
      lock.unlock();
    }
  }

  /** Removes an account, such as that of a past period or of an erased tenant. */
  public void forget(BudgetAccount account) {
    lock.lock();
    try {
      accounts.remove(account);
    } finally {
      lock.unlock();
    }
  }

  /** Returns a copy of all accounts. */
  public Map<BudgetAccount, BudgetUsage> accounts() {
    lock.lock();
    try {
      return Map.copyOf(accounts);
    } finally {
      lock.unlock();
    }
  }
}
