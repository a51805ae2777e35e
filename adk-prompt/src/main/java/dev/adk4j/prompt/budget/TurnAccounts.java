package dev.adk4j.prompt.budget;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** What the turns of this process have used up; the longest unused are forgotten. */
final class TurnAccounts {

  /** Far more than turns run at once. */
  private static final int MOST = 10_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, BudgetUsage> turns =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, BudgetUsage> eldest) {
          return size() > MOST;
        }
      };

  BudgetUsage usage(String turnId) {
    lock.lock();
    try {
      return turns.getOrDefault(turnId, BudgetUsage.NONE);
    } finally {
      lock.unlock();
    }
  }

  void charge(String turnId, BudgetUsage usage) {
    lock.lock();
    try {
      turns.merge(turnId, usage, BudgetUsage::plus);
    } finally {
      lock.unlock();
    }
  }
}
