package dev.adk4j.boot.internal.turn;

import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.Operation;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Turns that run on this node, of all runners that the starter's builder created. Thread-safe. */
public final class OpenTurns implements Instrumentation {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private final Map<String, TurnContext> open = new LinkedHashMap<>();
  private final Set<Refusal> refusals = new LinkedHashSet<>();
  private @Nullable Object refusal;

  public OpenTurns() {}

  @Override
  public <T extends @Nullable Object> T around(Operation operation, Invocation<T> invocation)
      throws Exception {
    if (!(operation instanceof Operation.Turn turn)) {
      return invocation.proceed();
    }
    add(turn.context());
    try {
      return invocation.proceed();
    } finally {
      remove(turn.context());
    }
  }

  /** Returns a snapshot of the contexts of the open turns, oldest first. */
  public List<TurnContext> all() {
    lock.lock();
    try {
      return new ArrayList<>(open.values());
    } finally {
      lock.unlock();
    }
  }

  public Optional<TurnContext> find(String turnId) {
    lock.lock();
    try {
      return Optional.ofNullable(open.get(turnId));
    } finally {
      lock.unlock();
    }
  }

  /** Returns true until the application stops. */
  public boolean isOpen() {
    lock.lock();
    try {
      return refusal == null;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Aborts every open turn of those scopes, and every one that starts until the result is closed.
   *
   * @param reason reason of the abort
   */
  public Refusal refuse(Predicate<Scope> scopes, Object reason) {
    Refusal added = new Refusal(scopes, reason);
    lock.lock();
    try {
      refusals.add(added);
    } finally {
      lock.unlock();
    }
    all().stream().filter(added::concerns).forEach(turn -> turn.abort(reason));
    return added;
  }

  /** Waits for all turns to end; returns false after the timeout. */
  public boolean awaitNone(Duration timeout) throws InterruptedException {
    return awaitNone(turn -> true, timeout);
  }

  private boolean awaitNone(Predicate<TurnContext> which, Duration timeout)
      throws InterruptedException {
    long left = timeout.toNanos();
    lock.lockInterruptibly();
    try {
      while (open.values().stream().anyMatch(which)) {
        if (left <= 0) {
          return false;
        }
        left = ended.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Aborts every open turn, and every turn that starts afterward. */
  public void refuse(Object reason) {
    lock.lock();
    try {
      refusal = reason;
    } finally {
      lock.unlock();
    }
    all().forEach(turn -> turn.abort(reason));
  }

  /** Allows turns again. */
  public void allow() {
    lock.lock();
    try {
      refusal = null;
    } finally {
      lock.unlock();
    }
  }

  private void add(TurnContext turn) {
    Object reason;
    lock.lock();
    try {
      open.put(turn.id(), turn);
      reason = refusal != null ? refusal : reasonAgainst(turn);
    } finally {
      lock.unlock();
    }
    if (reason != null) {
      turn.abort(reason);
    }
  }

  private @Nullable Object reasonAgainst(TurnContext turn) {
    return refusals.stream()
        .filter(refusal -> refusal.concerns(turn))
        .map(refusal -> refusal.reason)
        .findFirst()
        .orElse(null);
  }

  private void remove(TurnContext turn) {
    lock.lock();
    try {
      open.remove(turn.id());
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Block on turns of some scopes; ends when it is closed. */
  public final class Refusal implements AutoCloseable {

    private final Predicate<Scope> scopes;
    private final Object reason;

    private Refusal(Predicate<Scope> scopes, Object reason) {
      this.scopes = scopes;
      this.reason = reason;
    }

    /** Waits for those turns to end; returns false after the timeout. */
    public boolean awaitNone(Duration timeout) throws InterruptedException {
      return OpenTurns.this.awaitNone(this::concerns, timeout);
    }

    private boolean concerns(TurnContext turn) {
      return scopes.test(turn.scope());
    }

    @Override
    public void close() {
      lock.lock();
      try {
        refusals.remove(this);
      } finally {
        lock.unlock();
      }
    }
  }
}
