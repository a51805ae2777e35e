package dev.adk4j.stored;

import dev.adk4j.abort.Subscription;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateListener;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateState;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.internal.Mutex;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gates of turns that ended instead of waiting, for the engine. Remembers the newest of those that
 * turns of this process left, so that a value is checked when it is given; a value for another one
 * is checked when its turn goes on. Thread-safe.
 */
@NoJsonForm
public final class ParkedGates {

  private static final int KEPT = 10_000;

  private final GateService service;
  private final GateNode node;
  private volatile boolean handsOver;
  private volatile @Nullable Duration patience;
  private final List<Consumer<String>> ends = new CopyOnWriteArrayList<>();
  private final Mutex mutex = new Mutex();
  private final Map<String, Runnable> ending = new HashMap<>();
  private final Map<String, StoredGate> left =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, StoredGate> eldest) {
          return size() > KEPT;
        }
      };

  ParkedGates(GateService service, GateNode node) {
    this.service = service;
    this.node = node;
  }

  /** A decision that nobody waited for. */
  @FunctionalInterface
  public interface Decided {

    /**
     * Gives what {@code waitFor} would, at once.
     *
     * @param request as the waiter asks
     * @param listener is told that the gate is closed
     * @throws Exception what the waiter is to throw
     */
    @Nullable Object give(GateRequest<?> request, GateListener listener) throws Exception;
  }

  /**
   * Calls the listener with every gate that is settled through this process, whoever waits for it.
   * The listener must not block.
   */
  public Subscription onSettled(Consumer<TurnStore.GateName> listener) {
    return node.listen(listener);
  }

  /** Calls the listener with the id of each turn that left gates and has told its end. */
  public Subscription onEnded(Consumer<String> listener) {
    Consumer<String> added = listener::accept;
    ends.add(added);
    return () -> ends.remove(added);
  }

  /** Returns the opening that a store is to make. */
  public TurnStore.Opening opening(String turnId, Scope scope, GateRequest<?> request) {
    GateRequest<?> limited = service.limited(request);
    String ref = Ids.next();
    return link(turnId, scope, ref, limited, InstantSource.system()).opening(ref);
  }

  /** The live form of a gate that was opened under the reference, for listeners. */
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

  /** The turn waits for gates that another one left; its end is not told yet. */
  public void leaving(String turnId) {
    mutex.run(() -> ending.putIfAbsent(turnId, () -> {}));
  }

  /** The turn that left gates has told its end. */
  public void ended(String turnId) {
    Runnable deferred = mutex.get(() -> ending.remove(turnId));
    if (deferred != null) {
      ends.forEach(listener -> listener.accept(turnId));
      deferred.run();
    }
  }

  /**
   * Has the task run when the turn has told its end; false where it did, or left no gate in this
   * process. Of several tasks the last one is run.
   */
  public boolean defer(String turnId, Runnable task) {
    return mutex.get(() -> ending.computeIfPresent(turnId, (id, none) -> task) != null);
  }

  /**
   * Returns the decision about the gate. Empty while there is none, and where the value does not
   * fit the request's schema; the gate is open again then.
   */
  public Optional<Decided> decided(
      String turnId, Scope scope, String ref, GateRequest<?> request, InstantSource clock) {
    service.store().expire(scope.tenant(), ref);
    StoredGate link = link(turnId, scope, ref, request, clock);
    link.check();
    GateWait.Settlement end = link.settlement();
    if (end == null) {
      return Optional.empty();
    }
    mutex.run(() -> left.remove(ref));
    return Optional.of((asked, listener) -> link.give(end, asked, clock, new Closing(listener)));
  }

  /** Aborts a gate because its turn is given up; does nothing to one that is settled. */
  public void withdraw(GateRecord gate, GateActor actor) {
    service.withdraw(gate, actor);
    mutex.run(() -> left.remove(gate.ref()));
  }

  /** From now on turns that go on here and are aborted wait again, for another process. */
  public void handOver() {
    handsOver = true;
  }

  public boolean handsOver() {
    return handsOver;
  }

  /** Lets tools of durable turns that wait longer for a gate wait without their threads. */
  public void patience(Duration most) {
    patience = most;
  }

  /**
   * Returns how long a tool of a durable turn waits on its thread; null for as long as it takes.
   */
  public @Nullable Duration patience() {
    return patience;
  }

  /** The gate if a turn of this process left it. */
  @Nullable StoredGate at(String ref) {
    return mutex.get(() -> left.get(ref));
  }

  private StoredGate link(
      String turnId, Scope scope, String ref, GateRequest<?> request, InstantSource clock) {
    return StoredGate.left(node, scope, turnId, request, clock, new Closing(null), ref);
  }

  /** Its opening was told by the turn that left it. */
  private record Closing(@Nullable GateListener listener) implements GateListener {

    @Override
    public void opened(TurnGate gate) {}

    @Override
    public void closed(String gateId, GateState result, Instant settledAt) {
      if (listener != null) {
        listener.closed(gateId, result, settledAt);
      }
    }
  }
}
