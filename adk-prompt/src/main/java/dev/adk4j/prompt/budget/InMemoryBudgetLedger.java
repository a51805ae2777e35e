package dev.adk4j.prompt.budget;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Forgets everything when the process ends, and nothing before. Thread-safe. */
public final class InMemoryBudgetLedger implements BudgetLedger {

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<BudgetAccount, BudgetUsage> accounts = new HashMap<>();

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

  /** Removes an account, such as that of a period that is over or of a tenant that is erased. */
  public void forget(BudgetAccount account) {
    lock.lock();
    try {
      accounts.remove(account);
    } finally {
      lock.unlock();
    }
  }

  /** A copy of all accounts. */
  public Map<BudgetAccount, BudgetUsage> accounts() {
    lock.lock();
    try {
      return Map.copyOf(accounts);
    } finally {
      lock.unlock();
    }
  }
}
