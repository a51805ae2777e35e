package dev.adk4j.boot.internal.turn;

import dev.adk4j.internal.Mutex;
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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Turns that run on this node, of all runners that the starter's builder created. Thread-safe. */
public final class OpenTurns implements Instrumentation {

  private final Mutex lock = new Mutex();
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
    return lock.get(() -> new ArrayList<>(open.values()));
  }

  public Optional<TurnContext> find(String turnId) {
    return lock.get(() -> Optional.ofNullable(open.get(turnId)));
  }

  /** Returns true until the application stops. */
  public boolean isOpen() {
    return lock.get(() -> refusal == null);
  }

  /**
   * Aborts every open turn of those scopes, and every one that starts until the result is closed.
   *
   * @param reason reason of the abort
   */
  public Refusal refuse(Predicate<Scope> scopes, Object reason) {
    Refusal added = new Refusal(scopes, reason);
    lock.run(() -> refusals.add(added));
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
    lock.run(() -> refusal = reason);
    all().forEach(turn -> turn.abort(reason));
  }

  /** Allows turns again. */
  public void allow() {
    lock.run(() -> refusal = null);
  }

  private void add(TurnContext turn) {
    Object reason =
        lock.get(
            () -> {
              open.put(turn.id(), turn);
              return refusal != null ? refusal : reasonAgainst(turn);
            });
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
    lock.run(
        () -> {
          open.remove(turn.id());
          ended.signalAll();
        });
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
      lock.run(() -> refusals.remove(this));
    }
  }
}
