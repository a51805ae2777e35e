package dev.adk4j.stored;

import dev.adk4j.abort.Subscription;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateListener;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.internal.BoundedMap;
import dev.adk4j.internal.Mutex;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the gates of turns that ended instead of waiting. For the engine. Remembers the newest
 * gates that turns of this process parked, so that a value is checked when it is given. A value for
 * another gate is checked when its turn resumes. Thread-safe.
 */
@NoJsonForm
public final class ParkedGates {

  private static final int KEPT = 10_000;

  private final GateService service;
  private final GateNode node;
  private volatile boolean handsOver;
  private volatile @Nullable Duration patience;
  private final List<Consumer<String>> ends = new CopyOnWriteArrayList<>();
  private final List<Consumer<StoredTurn>> finished = new CopyOnWriteArrayList<>();
  private final Mutex mutex = new Mutex();
  private final Map<String, Runnable> ending = new HashMap<>();
  private final Map<String, StoredGate> left = BoundedMap.ofNewest(KEPT);

  ParkedGates(GateService service, GateNode node) {
    this.service = service;
    this.node = node;
  }

  /** A decision that no thread waited for. */
  @FunctionalInterface
  public interface Decided {

    /**
     * Returns the value that {@code waitFor} would return, at once.
     *
     * @param request the request of the waiter
     * @param listener receives the end of the gate
     * @throws Exception the error that the waiter throws
     */
    @Nullable Object give(GateRequest<?> request, GateListener listener) throws Exception;
  }

  /**
   * Calls the listener with every gate that is settled through this process, whether or not a
   * thread waits for it. The listener must not block.
   */
  public Subscription onSettled(Consumer<GateRecord> listener) {
    return node.listen(listener);
  }

  /** Calls the listener with the id of each turn that parked gates and has reported its end. */
  public Subscription onEnded(Consumer<String> listener) {
    return add(ends, listener);
  }

  /** Calls the listener with each claimed turn of this process whose end has been stored. */
  Subscription onFinished(Consumer<StoredTurn> listener) {
    return add(finished, listener);
  }

  static <T> Subscription add(List<Consumer<T>> all, Consumer<T> listener) {
    Consumer<T> added = listener::accept;
    all.add(added);
    return () -> all.remove(added);
  }

  /** Records that the end of the turn, as it was claimed, has been stored. */
  public void finished(StoredTurn turn) {
    finished.forEach(listener -> listener.accept(turn));
  }

  /** Returns the opening for the request, for a store to open. */
  public TurnStore.Opening opening(String turnId, Scope scope, GateRequest<?> request) {
    GateRequest<?> limited = service.limited(request);
    String ref = Ids.next();
    return link(turnId, scope, ref, limited, InstantSource.system()).opening();
  }

  /** Returns the live form of a gate that was opened under the reference, for listeners. */
  public TurnGate park(
      String turnId, Scope scope, String ref, GateRequest<?> request, InstantSource clock) {
    StoredGate link = link(turnId, scope, ref, service.limited(request), clock);
    mutex.run(
        () -> {
          left.put(ref, link);
          ending.putIfAbsent(turnId, () -> {});
        });
    return link;
  }

  /** Marks the turn as one that parks gates and has not reported its end yet. */
  public void leaving(String turnId) {
    mutex.run(() -> ending.putIfAbsent(turnId, () -> {}));
  }

  /** Returns true if the turn parked gates in this process and has not reported its end yet. */
  boolean isLeaving(String turnId) {
    return mutex.get(() -> ending.containsKey(turnId));
  }

  /** Records that the turn that parked gates has reported its end. */
  public void ended(String turnId) {
    Runnable deferred = mutex.get(() -> ending.remove(turnId));
    if (deferred != null) {
      ends.forEach(listener -> listener.accept(turnId));
      deferred.run();
    }
  }

  /**
   * Runs the task when the turn has reported its end; of several tasks, only the last one runs.
   * Returns false if the turn has reported its end already, or parked no gate in this process.
   */
  public boolean defer(String turnId, Runnable task) {
    return mutex.get(() -> ending.computeIfPresent(turnId, (id, none) -> task) != null);
  }

  /**
   * Returns the decision about the gate; empty if it has no decision, or if the value does not fit
   * the request's schema, in which case the gate is open again.
   */
  public Optional<Decided> decided(
      String turnId, Scope scope, String ref, GateRequest<?> request, InstantSource clock) {
    StoredGate link = link(turnId, scope, ref, request, clock);
    link.check();
    if (!link.isSettled()) {
      service.store().expire(scope.tenant(), ref);
      link.check();
    }
    if (!link.isSettled()) {
      return Optional.empty();
    }
    mutex.run(() -> left.remove(ref));
    return Optional.of(link::give);
  }

  /** Aborts a gate because its turn is canceled. Does nothing if the gate is settled. */
  public void withdraw(GateRecord gate, GateActor actor) {
    service.withdraw(gate, actor);
    mutex.run(() -> left.remove(gate.ref()));
  }

  /** From this call on, resumed turns that are aborted here wait again for another process. */
  public void handOver() {
    handsOver = true;
  }

  public boolean handsOver() {
    return handsOver;
  }

  /**
   * Sets how long tools of durable turns wait for a gate on their threads; after that time they
   * wait without them.
   */
  public void patience(Duration most) {
    patience = most;
  }

  /** Returns how long a tool of a durable turn waits on its thread; null for no limit. */
  public @Nullable Duration patience() {
    return patience;
  }

  /** Returns the gate if a turn of this process parked it. */
  @Nullable StoredGate at(String ref) {
    return mutex.get(() -> left.get(ref));
  }

  private StoredGate link(
      String turnId, Scope scope, String ref, GateRequest<?> request, InstantSource clock) {
    return new StoredGate(node, scope, turnId, request, clock, ref, TurnStore.Opening.NOBODY);
  }
}
