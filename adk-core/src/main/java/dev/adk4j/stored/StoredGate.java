package dev.adk4j.stored;

import dev.adk4j.abort.AbortSignal;
import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateDecisionRecord.Refusal;
import dev.adk4j.gate.GateListener;
import dev.adk4j.gate.GateReceipt;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateState;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.limit.Permit;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gate in a store. Of all decisions, made in any process, the store accepts one; {@link #check}
 * finds it and resumes the waiter with it.
 */
final class StoredGate extends AskedGate {

  private static final Logger log = LoggerFactory.getLogger(StoredGate.class);
  private static final Duration RETRY = Duration.ofMillis(500);

  private final GateNode node;
  private final TurnStore store;
  private final Scope scope;
  private final String waitingNode;
  private final GateEnd end = new GateEnd(clock);

  /** Decisions that code of this process is making; they need not be looked up. */
  private final Set<String> claims = ConcurrentHashMap.newKeySet();

  private final AtomicInteger looks = new AtomicInteger();
  private volatile String ref;

  /** True if the store knows the gate. */
  private volatile boolean known;

  /** True if a change was reported before that; the gate is checked afterwards. */
  private volatile boolean changed;

  /** True if the decision was made before this turn asked. */
  private volatile boolean found;

  /**
   * @param waitingNode the process that waits; {@link TurnStore.Opening#NOBODY} for the gate of a
   *     turn that ended, whose decision, if it has one, was made before this process asked
   */
  StoredGate(
      GateNode node,
      Scope scope,
      String turnId,
      GateRequest<?> request,
      InstantSource clock,
      String ref,
      String waitingNode) {
    super(turnId, request, clock);
    this.node = node;
    this.store = node.store;
    this.scope = scope;
    this.ref = ref;
    this.waitingNode = waitingNode;
    this.known = !isBlocking();
    this.found = known;
  }

  @Override
  public Optional<String> ref() {
    return Optional.of(ref);
  }

  String tenant() {
    return scope.tenant();
  }

  @Override
  public boolean isBlocking() {
    return !waitingNode.equals(TurnStore.Opening.NOBODY);
  }

  @Override
  public boolean isSettled() {
    return end.isSettled();
  }

  /**
   * Opens the gate and waits. Returns null only if the value is null.
   *
   * @param patience time after which the gate is left open; null to wait for its end
   * @throws GateEnd.Left if the gate was left open
   */
  @Nullable Object await(AbortSignal turn, GateListener listener, @Nullable Duration patience)
      throws Exception {
    try (Permit permit = node.limits.gate(scope)) {
      node.beatIfDue();
      open();
      end.await(
          this,
          listener,
          patience,
          () -> causes(turn),
          e -> aborted(" because its waiting thread was interrupted.", e));
      return delivered(request);
    } finally {
      node.remove(ref, this);
    }
  }

  private void open() {
    String fresh = ref;
    node.add(fresh, this);
    TurnStore.Opened opened;
    try {
      opened = store.openGate(opening());
    } catch (Throwable e) {
      node.settle(tenant(), ref, GateDecision.Kind.ABORT); // it may have been opened nevertheless
      throw e;
    }
    ref = opened.gate().ref();
    boolean earlier = !ref.equals(fresh);
    if (earlier) {
      node.remove(fresh, this);
      node.add(ref, this);
    }
    found = opened.answer() != null;
    known = true;
    if (earlier || changed) {
      check();
    }
    node.wake();
  }

  TurnStore.Opening opening() {
    return new TurnStore.Opening(
        ref,
        scope,
        turnId(),
        id(),
        scope.conversation() == null ? null : request.key().orElse(null),
        reason(),
        payloadJson(),
        request.schema().isPresent(),
        request.tool().orElse(null),
        request.checksum().orElse(null),
        request.toolCallId().orElse(null),
        request.timeout().orElse(null),
        waitingNode);
  }

  private List<Subscription> causes(AbortSignal turn) {
    List<Subscription> causes = new ArrayList<>(2);
    causes.add(
        turn.onAbort(why -> end.fail(aborted(" because its turn was aborted or has ended.", why))));
    request.timeout().ifPresent(after -> causes.add(GateEnd.after(after, this::timedOut)));
    return causes;
  }

  /** The database's clock decides; while the database does not answer, no timeout occurs. */
  private void timedOut() {
    if (isSettled()) {
      return;
    }
    try {
      GateRecord now = store.expire(tenant(), ref).orElse(null);
      if (now == null) {
        end.fail(timeout(Duration.ZERO));
      } else if (now.state() == GateState.OPEN && now.deadline() != null) {
        GateEnd.after(
            Duration.between(now.openedAt().plus(now.age()), now.deadline()), this::timedOut);
      } else {
        check();
      }
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      log.debug("It is not known yet whether gate {} timed out.", ref, e);
      GateEnd.after(RETRY, this::timedOut);
    }
  }

  @Override
  public void resolve(@Nullable Object value) {
    if (isSettled()) {
      return;
    }
    Object accepted;
    try {
      accepted = checked(value);
    } catch (AdkException e) {
      TurnStore.Attempt refused = attempt(value, null, false);
      node.record(() -> store.refuse(refused, Refusal.INVALID, GateAttempts.detail(e)));
      throw e;
    }
    claim(accepted, null, attempt(value, null, request.edited(accepted, false)));
  }

  @Override
  public void reject(Throwable error) {
    if (error == null) {
      throw new AdkException(
          AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION,
          "The gate '%s' cannot be rejected with null; give the exception its waiter is to throw."
              .formatted(id()));
    }
    if (!isSettled()) {
      claim(null, error, attempt(null, error, false));
    }
  }

  @Override
  public void abort() {
    reject(aborted(".", null));
  }

  private TurnStore.Attempt attempt(
      @Nullable Object value, @Nullable Throwable error, boolean edited) {
    return GateAttempts.inProcess(tenant(), ref, value, error, edited);
  }

  /**
   * Records a decision of code of this process, and resumes the waiter with it. Another decision
   * that was first arrives by itself.
   */
  private void claim(@Nullable Object value, @Nullable Throwable error, TurnStore.Attempt attempt) {
    String id = attempt.decisionId();
    claims.add(id);
    try {
      TurnStore.Settled settled = store.settle(attempt);
      if (settled.won()) {
        node.settled(settled.gate());
        end.settle(
            value,
            error,
            new GateReceipt.Accepted(id, attempt.actor(), attempt.edited(), false),
            false);
      } else {
        node.changed(ref);
      }
    } catch (AdkException e) {
      if (!AdkException.is(e, AdkErrorCode.E_GATE_NOT_FOUND)) {
        throw e;
      }
      end.settle(value, error, null, false); // erased while a thread waits: only it is left
    } finally {
      claims.remove(id);
    }
  }

  /** Checks whether the gate was decided. Calls that arrive during a check cause one more check. */
  void check() {
    int seen = 1;
    if (looks.getAndIncrement() > 0) {
      return;
    }
    do {
      try {
        look();
      } catch (Throwable e) {
        if (FatalErrors.isFatal(e)) {
          looks.set(0);
        }
        FatalErrors.rethrow(e);
        // the watch reports each decided gate that a thread still waits for again
        log.warn("Gate {} could not be looked at; trying again.", ref, e);
      }
      seen = looks.addAndGet(-seen);
    } while (seen > 0);
  }

  private void look() {
    changed = true;
    if (!known || isSettled()) {
      return;
    }
    TurnStore.Decided now = store.decided(tenant(), ref).orElse(null);
    if (now == null) {
      end.fail(aborted(" because it was erased.", null));
      return;
    }
    GateDecisionRecord made = now.decision();
    // a claim ends after the waiter has resumed
    if (now.gate().state() != GateState.OPEN
        && made != null
        && !claims.contains(made.id())
        && !isSettled()) {
      offer(now.gate(), made);
    }
  }

  /** Resumes the waiter with the decision if it is acceptable. */
  private void offer(GateRecord now, GateDecisionRecord decision) {
    switch (decision.kind()) {
      case RESOLVE -> resolve(now, decision);
      case REJECT -> fail(decision, rejected(decision));
      case ABORT -> fail(decision, aborted(".", null));
      case TIMEOUT -> fail(decision, timeout(now.age()));
    }
  }

  private void fail(GateDecisionRecord decision, Throwable error) {
    end.settle(null, error, accepted(decision, decision.edited()), false);
  }

  private void resolve(GateRecord now, GateDecisionRecord decision) {
    if (!decision.valueKept()) {
      fail(decision, notKept());
      return;
    }
    Object value;
    boolean edited;
    try {
      value = checked(decision.value());
      edited = request.edited(value, decision.edited());
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      refuse(now, decision, e);
      return;
    }
    boolean proposed = now.state() == GateState.PROPOSED;
    if (proposed && !store.confirm(tenant(), ref, decision.id(), edited)) {
      looks.incrementAndGet();
      return;
    }
    end.settle(value, null, accepted(decision, edited), proposed);
  }

  private void refuse(GateRecord now, GateDecisionRecord decision, Throwable why) {
    if (now.state() == GateState.RESOLVED && !found) {
      // another waiter of the same key accepted it and resumed
      fail(decision, why);
      return;
    }
    if (!store.reopen(tenant(), ref, decision.id(), GateAttempts.detail(why), waitingNode)) {
      looks.incrementAndGet();
    }
    found = false;
  }

  private GateReceipt.Accepted accepted(GateDecisionRecord decision, boolean edited) {
    return new GateReceipt.Accepted(decision.id(), decision.actor(), edited, found);
  }

  /** Applies the end of this gate to another request, at once. */
  @Nullable Object give(GateRequest<?> asked, GateListener listener) throws Exception {
    GateState result = GateState.of(settlement().error());
    GateEnd.tell(listener, Objects.requireNonNull(asked.id()), result, clock.instant());
    return delivered(asked);
  }

  private GateEnd.Settlement settlement() {
    return Objects.requireNonNull(end.settlement());
  }

  private @Nullable Object delivered(GateRequest<?> asked) throws Exception {
    GateEnd.Settlement settled = settlement();
    if (settled.decision() == null) {
      node.settle(tenant(), ref, GateDecision.Kind.of(settled.error()));
    } else if (!settled.delivered()) {
      node.record(() -> store.delivered(tenant(), ref));
    }
    if (settled.error() != null) {
      throw FatalErrors.<Exception>unchanged(settled.error());
    }
    asked.onDecision().ifPresent(told -> told.accept(receipt(settled)));
    return settled.value();
  }

  private GateReceipt receipt(GateEnd.Settlement settled) {
    if (settled.decision() != null) {
      return new GateReceipt(settled.decision(), node.ledger(tenant()));
    }
    AtomicBoolean started = new AtomicBoolean();
    GateActor actor = GateActor.process(GateActor.IN_PROCESS);
    return new GateReceipt(
        new GateReceipt.Accepted(Ids.next(), actor, false, false),
        (decision, tool, digest) -> started.compareAndSet(false, true));
  }
}
