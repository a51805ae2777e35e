package dev.adk4j.stored;

import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateReceipt;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.limit.RequestLimits;
import dev.adk4j.value.Ids;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Represents this process at a gate store: the gates its threads wait for, its heartbeat while it
 * has gates or tools that matter, and records that are retried until they are stored. Thread-safe.
 */
final class GateNode implements TurnStore.Watcher, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(GateNode.class);
  private static final long RETRY_MILLIS = 500;
  private static final int BEATS_PER_SWEEP = 6;

  final TurnStore store;
  final RequestLimits limits;
  final String id = Ids.next();
  private final Map<String, List<StoredGate>> waiting = new ConcurrentHashMap<>();
  private final List<Consumer<GateRecord>> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger toolsRunning = new AtomicInteger();
  private final AtomicInteger unrecorded = new AtomicInteger();
  private final long beatNanos;
  private final AtomicLong lastBeat;
  private final ScheduledThreadPoolExecutor thread;
  private final TurnStore.Watch watch;
  private final AtomicBoolean beating = new AtomicBoolean();
  private volatile @Nullable Future<?> nextBeat;
  private int beats;

  GateNode(TurnStore store, RequestLimits limits, Duration heartbeat) {
    this.store = store;
    this.limits = limits;
    this.beatNanos = heartbeat.toNanos();
    this.lastBeat = new AtomicLong(System.nanoTime() - 2 * beatNanos);
    this.thread =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("adk-gate-node").factory());
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(true);
    thread.setRemoveOnCancelPolicy(true);
    thread.setKeepAliveTime(1, TimeUnit.SECONDS);
    thread.allowCoreThreadTimeOut(true);
    this.watch = store.watch(this);
  }

  /** Adds a gate. Several threads may wait for one gate. */
  void add(String ref, StoredGate gate) {
    waiting.compute(
        ref,
        (same, known) -> {
          List<StoredGate> gates = known == null ? new CopyOnWriteArrayList<>() : known;
          gates.add(gate);
          return gates;
        });
    keepBeating();
  }

  void remove(String ref, StoredGate gate) {
    waiting.computeIfPresent(
        ref, (same, gates) -> gates.remove(gate) && gates.isEmpty() ? null : gates);
  }

  Optional<StoredGate> find(String ref) {
    return waiting.getOrDefault(ref, List.of()).stream().findFirst();
  }

  @Override
  public Set<TurnStore.GateName> waiting() {
    Set<TurnStore.GateName> names = new HashSet<>();
    waiting.forEach(
        (ref, gates) ->
            gates.forEach(gate -> names.add(new TurnStore.GateName(gate.tenant(), ref))));
    return names;
  }

  /**
   * Notifies the listener of every gate that is settled through this process. The listener must not
   * block.
   */
  Subscription listen(Consumer<GateRecord> listener) {
    return ParkedGates.add(listeners, listener);
  }

  /** Called when a gate was settled through this process. */
  void settled(GateRecord gate) {
    changed(gate.ref());
    listeners.forEach(listener -> listener.accept(gate));
  }

  /** The check queries the store and the application's schema, so it needs a thread. */
  @Override
  public void changed(String ref) {
    waiting
        .getOrDefault(ref, List.of())
        .forEach(gate -> Thread.ofVirtual().name("adk-gate-" + ref).start(gate::check));
  }

  void wake() {
    watch.wake();
  }

  /** Returns the records of the tools that decisions of the tenant permitted. */
  GateReceipt.Ledger ledger(String tenant) {
    return new GateReceipt.Ledger() {
      @Override
      public boolean begin(String decisionId, String tool, String digest) {
        beatIfDue();
        boolean first = store.startTool(tenant, decisionId, tool, digest, id);
        if (first) {
          toolsRunning.incrementAndGet();
          keepBeating();
        }
        return first;
      }

      @Override
      public void end(String decisionId, GateDecisionRecord.Outcome outcome) {
        record(() -> store.endTool(tenant, decisionId, outcome));
        toolsRunning.decrementAndGet();
      }
    };
  }

  /**
   * Called before something is opened under the node's name, so that the node is known to be alive.
   */
  void beatIfDue() {
    if (System.nanoTime() - lastBeat.get() >= beatNanos) {
      store.beat(id);
      lastBeat.set(System.nanoTime());
    }
  }

  /** Sends heartbeats until nothing here matters any more, even without a waiting thread. */
  private void keepBeating() {
    if (!thread.isShutdown() && beating.compareAndSet(false, true)) {
      beatLater();
    }
  }

  private void beatLater() {
    try {
      nextBeat = thread.schedule(this::beat, beatNanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException closed) {
      beating.set(false);
    }
  }

  private void beat() {
    try {
      if (!matters()) {
        beating.set(false);
        if (matters()) {
          keepBeating();
        }
        return;
      }
      store.beat(id);
      lastBeat.set(System.nanoTime());
      if (beats++ % BEATS_PER_SWEEP == 0) {
        store.sweep(null);
      }
    } catch (Throwable e) {
      // Not even a virtual machine error: it would end the heartbeat, not the process.
      log.warn("The gate store does not answer; trying again.", e);
    }
    beatLater();
  }

  private boolean matters() {
    return !waiting.isEmpty() || toolsRunning.get() > 0;
  }

  /** Settles a gate soon on behalf of its turn, unless it was erased. */
  void settle(String tenant, String ref, GateDecision.Kind kind) {
    TurnStore.Attempt attempt = TurnStore.Attempt.byTurn(tenant, ref, kind);
    record(
        () -> {
          try {
            store.settle(attempt);
          } catch (AdkException e) {
            if (!AdkException.is(e, AdkErrorCode.E_GATE_NOT_FOUND)) {
              throw e;
            }
          }
        });
  }

  /** Writes the record soon, and retries until the store answers. */
  void record(Runnable note) {
    unrecorded.incrementAndGet();
    schedule(note, 0);
  }

  private void schedule(Runnable note, long delayMillis) {
    try {
      thread.schedule(() -> attempt(note), delayMillis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closed) {
      attempt(note);
    }
  }

  private void attempt(Runnable note) {
    try {
      note.run();
      unrecorded.decrementAndGet();
    } catch (Throwable e) {
      if (AdkException.is(e, AdkErrorCode.E_STORAGE_UNAVAILABLE) && !thread.isShutdown()) {
        schedule(note, RETRY_MILLIS);
      } else {
        unrecorded.decrementAndGet();
        FatalErrors.rethrow(e);
        log.error("The end of a gate could not be recorded.", e);
      }
    }
  }

  /** Writes the remaining records, without waiting for a store that does not answer. */
  @Override
  public void close() {
    watch.close();
    thread.shutdown();
    Future<?> beat = nextBeat;
    if (beat != null) {
      beat.cancel(false);
    }
    Sweeps.stop(thread);
    if (unrecorded.get() > 0) {
      log.error("{} notes on gates could not be recorded before the end.", unrecorded.get());
    }
  }
}
