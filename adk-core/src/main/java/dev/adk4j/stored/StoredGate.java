package dev.adk4j.stored;

import dev.adk4j.abort.AbortController;
import dev.adk4j.abort.AbortSignal;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateListener;
import dev.adk4j.gate.GateReceipt;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateState;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.limit.Permit;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gate in a store that a thread of this process waits for. Of all decisions, made in any process,
 * the store accepts one; {@link #check} finds it and resumes the waiter with it.
 */
final class StoredGate extends GateWait implements GateReceipt.Ledger {

  private static final Logger log = LoggerFactory.getLogger(StoredGate.class);
  private static final Duration RETRY = Duration.ofMillis(500);
  private static final int LONGEST_DETAIL = 2_000;

  private final GateNode node;
  private final TurnStore store;
  private final Scope scope;
  private final String waitingNode;
  private final AtomicReference<State> state;
  private final AtomicInteger looks = new AtomicInteger();

  StoredGate(
      GateNode node,
      Scope scope,
      String turnId,
      GateRequest<?> request,
      InstantSource clock,
      GateListener listener) {
    this(node, scope, turnId, request, clock, listener, node.id, new Opening(Ids.next(), false));
  }

  private StoredGate(
      GateNode node,
      Scope scope,
      String turnId,
      GateRequest<?> request,
      InstantSource clock,
      GateListener listener,
      String waitingNode,
      State state) {
    super(turnId, request, clock, listener);
    this.node = node;
    this.store = node.store;
    this.scope = scope;
    this.waitingNode = waitingNode;
    this.state = new AtomicReference<>(state);
  }

  /**
   * Returns a gate that no thread waits for, because its turn ended. If it was decided, the
   * decision was made before this process asked.
   */
  static StoredGate left(
      GateNode node,
      Scope scope,
      String turnId,
      GateRequest<?> request,
      InstantSource clock,
      GateListener listener,
      String ref) {
    return new StoredGate(
        node,
        scope,
        turnId,
        request,
        clock,
        listener,
        TurnStore.Opening.NOBODY,
        new Waiting(ref, true, Set.of()));
  }

  @Override
  public boolean isBlocking() {
    return !waitingNode.equals(TurnStore.Opening.NOBODY);
  }

  /** Applies the end of this gate to another request, at once. */
  @Nullable Object give(
      Settlement end, GateRequest<?> asked, InstantSource clock, GateListener listener)
      throws Exception {
    GateWait waiter =
        new GateWait(turnId(), asked, clock, listener) {
          @Override
          void ended(Settlement its) {
            StoredGate.this.ended(its);
          }

          @Override
          GateReceipt receipt(Settlement its) {
            return StoredGate.this.receipt(its);
          }
        };
    waiter.settle(end.value(), end.error());
    return waiter.await(new AbortController().signal(), null);
  }

  /** State of the record as known here. Replaced as a whole. */
  private sealed interface State {
    String ref();
  }

  /**
   * The store does not know the gate yet.
   *
   * @param changed true if a change was reported nevertheless; the gate is checked afterwards
   */
  private record Opening(String ref, boolean changed) implements State {}

  /**
   * The store knows the gate, and no decision has resumed the waiter.
   *
   * @param found true if the decision was made before this turn asked
   * @param claims decisions that code of this process is making; they need not be looked up
   */
  private record Waiting(String ref, boolean found, Set<String> claims) implements State {

    Waiting claims(String id, boolean claimed) {
      Set<String> changed = new HashSet<>(claims);
      boolean done = claimed ? changed.add(id) : changed.remove(id);
      return done ? new Waiting(ref, found, Set.copyOf(changed)) : this;
    }
  }

  /**
   * A decision has resumed the waiter.
   *
   * @param delivered true if the store has recorded the delivery
   */
  private record Decided(String ref, GateReceipt.Accepted decision, boolean delivered)
      implements State {}

  @Override
  public Optional<String> ref() {
    return Optional.of(state.get().ref());
  }

  String tenant() {
    return scope.tenant();
  }

  @Override
  @Nullable Object await(AbortSignal turn, @Nullable Duration patience) throws Exception {
    try (Permit permit = node.limits.gate(scope)) {
      node.beatIfDue();
      open(state.get().ref());
      return super.await(turn, patience);
    } finally {
      node.remove(state.get().ref(), this);
    }
  }

  private void open(String fresh) {
    node.add(fresh, this);
    TurnStore.Opened opened;
    try {
      opened = store.openGate(opening(fresh));
    } catch (Throwable e) {
      settleByTurn(fresh, GateDecision.Kind.ABORT); // it may have been opened nevertheless
      throw e;
    }
    String ref = opened.gate().ref();
    boolean known = !ref.equals(fresh);
    if (known) {
      node.remove(fresh, this);
      node.add(ref, this);
    }
    State before = state.getAndSet(new Waiting(ref, opened.answer() != null, Set.of()));
    if (known || (before instanceof Opening told && told.changed)) {
      check();
    }
    node.wake();
  }

  TurnStore.Opening opening(String ref) {
    GateRequest<?> request = request();
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

  /**
   * Returns true if the request's own rule, or else the actor who decided, reports it as edited.
   */
  boolean edited(GateDecision.Resolve decision) {
    return request().edited(checked(decision.value()), decision.edited());
  }

  @Override
  boolean claim(@Nullable Object given, @Nullable Object accepted, @Nullable Throwable error) {
    boolean edited = error == null && request().edited(accepted, false);
    TurnStore.Attempt attempt = attempt(given, error, edited);
    claims(attempt.decisionId(), true);
    try {
      TurnStore.Settled settled = store.settle(attempt);
      if (settled.won()) {
        Instant at = Objects.requireNonNullElseGet(settled.gate().settledAt(), Instant::now);
        decide(
            new GateReceipt.Accepted(attempt.decisionId(), attempt.actor(), at, edited, false),
            false);
        node.settled(tenant(), attempt.ref());
      } else {
        node.changed(attempt.ref());
      }
      return settled.won();
    } catch (AdkException e) {
      if (AdkException.is(e, AdkErrorCode.E_GATE_NOT_FOUND)) {
        return true; // erased while a thread waits: only the waiter is left
      }
      throw e;
    } finally {
      claims(attempt.decisionId(), false);
    }
  }

  private void claims(String id, boolean claimed) {
    state.updateAndGet(now -> now instanceof Waiting open ? open.claims(id, claimed) : now);
  }

  private void decide(GateReceipt.Accepted decision, boolean delivered) {
    state.updateAndGet(
        now -> now instanceof Decided ? now : new Decided(now.ref(), decision, delivered));
  }

  @Override
  void invalid(@Nullable Object given, Throwable problem) {
    TurnStore.Attempt attempt = attempt(given, null, false);
    node.record(() -> store.refuse(attempt, GateDecisionRecord.Refusal.INVALID, detail(problem)));
  }

  private TurnStore.Attempt attempt(
      @Nullable Object given, @Nullable Throwable error, boolean edited) {
    GateDecision.Kind kind = GateDecision.Kind.of(error);
    return new TurnStore.Attempt(
        Ids.next(),
        tenant(),
        state.get().ref(),
        kind,
        GateActor.process(GateActor.IN_PROCESS),
        error == null ? json(given) : null,
        edited,
        error != null && kind == GateDecision.Kind.REJECT ? error.getMessage() : null,
        false);
  }

  private static @Nullable JsonValue json(@Nullable Object value) {
    try {
      return JsonValue.of(value);
    } catch (RuntimeException notJson) {
      return null;
    }
  }

  private @Nullable Object checked(@Nullable JsonValue value) {
    return checked(value == null || value.isNull() ? null : (Object) value.as(Object.class));
  }

  /** Returns the problem with a value, cut to the length that is recorded. */
  static String detail(Throwable problem) {
    String message = String.valueOf(problem.getMessage());
    if (message.length() <= LONGEST_DETAIL) {
      return message;
    }
    boolean halved = Character.isHighSurrogate(message.charAt(LONGEST_DETAIL - 2));
    return message.substring(0, LONGEST_DETAIL - (halved ? 2 : 1)) + "\u2026";
  }

  /** The database's clock decides; while the database does not answer, no timeout occurs. */
  @Override
  void timedOut() {
    if (isSettled()) {
      return;
    }
    try {
      GateRecord now = store.expire(tenant(), state.get().ref()).orElse(null);
      if (now == null) {
        settle(null, timeout(Duration.ZERO));
      } else if (now.state() == GateState.OPEN && now.deadline() != null) {
        after(Duration.between(now.openedAt().plus(now.age()), now.deadline()), this::timedOut);
      } else {
        check();
      }
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      log.debug("It is not known yet whether gate {} timed out.", state.get().ref(), e);
      after(RETRY, this::timedOut);
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
        log.warn("Gate {} could not be looked at; trying again.", state.get().ref(), e);
      }
      seen = looks.addAndGet(-seen);
    } while (seen > 0);
  }

  private void look() {
    State known =
        state.updateAndGet(now -> now instanceof Opening ? new Opening(now.ref(), true) : now);
    if (!(known instanceof Waiting open) || isSettled()) {
      return;
    }
    GateRecord now = store.gate(tenant(), open.ref).orElse(null);
    if (now == null) {
      settle(null, aborted(" because it was erased.", null));
      return;
    }
    String id = now.decisionId();
    if (now.state() != GateState.OPEN
        && id != null
        && state.get() instanceof Waiting later
        && !later.claims.contains(id)) {
      store.decision(tenant(), id).ifPresent(decision -> offer(open, now, decision));
    }
  }

  /** Resumes the waiter with the decision if it is acceptable. */
  private void offer(Waiting open, GateRecord now, GateDecisionRecord decision) {
    switch (decision.kind()) {
      case RESOLVE -> resolve(open, now, decision);
      case REJECT -> {
        String by = decision.actor().name() == null ? "" : " by " + decision.actor().name();
        String why = decision.comment() == null ? "." : ": " + decision.comment();
        end(open, decision, error(AdkErrorCode.E_TURN_GATE_REJECTED, "rejected" + by + why, null));
      }
      case ABORT -> end(open, decision, aborted(".", null));
      case TIMEOUT -> end(open, decision, timeout(now.age()));
    }
  }

  private void end(Waiting open, GateDecisionRecord decision, Throwable error) {
    decide(accepted(open, decision, decision.edited()), false);
    settle(null, error);
  }

  private void resolve(Waiting open, GateRecord now, GateDecisionRecord decision) {
    if (!decision.valueKept()) {
      end(
          open,
          decision,
          new AdkException(
              AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION,
              "The gate '"
                  + id()
                  + "' was resolved in another process with a value that is not JSON, or that is"
                  + " not kept."));
      return;
    }
    Object accepted;
    boolean edited;
    try {
      accepted = checked(decision.value());
      edited = request().edited(accepted, decision.edited());
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      refuse(open, now, decision, e);
      return;
    }
    boolean proposed = now.state() == GateState.PROPOSED;
    if (proposed && !store.confirm(tenant(), open.ref, decision.id(), edited)) {
      looks.incrementAndGet();
      return;
    }
    decide(accepted(open, decision, edited), proposed);
    settle(accepted, null);
  }

  private void refuse(Waiting open, GateRecord now, GateDecisionRecord decision, Throwable why) {
    if (now.state() == GateState.RESOLVED && !open.found) {
      // another waiter of the same key accepted it and resumed
      end(open, decision, why);
      return;
    }
    if (!store.reopen(tenant(), open.ref, decision.id(), detail(why), waitingNode)) {
      looks.incrementAndGet();
    }
    state.updateAndGet(
        s -> s instanceof Waiting later ? new Waiting(later.ref, false, later.claims) : s);
  }

  private static GateReceipt.Accepted accepted(
      Waiting open, GateDecisionRecord decision, boolean edited) {
    return new GateReceipt.Accepted(
        decision.id(), decision.actor(), decision.at(), edited, open.found);
  }

  @Override
  void ended(Settlement end) {
    if (!(state.get() instanceof Decided decided)) {
      settleByTurn(state.get().ref(), GateDecision.Kind.of(end.error()));
    } else if (!decided.delivered) {
      node.record(() -> store.delivered(tenant(), decided.ref));
    }
  }

  private void settleByTurn(String ref, GateDecision.Kind kind) {
    TurnStore.Attempt own = TurnStore.Attempt.byTurn(tenant(), ref, kind);
    node.record(
        () -> {
          try {
            store.settle(own);
          } catch (AdkException e) {
            if (!AdkException.is(e, AdkErrorCode.E_GATE_NOT_FOUND)) {
              throw e;
            }
          }
        });
  }

  @Override
  GateReceipt receipt(Settlement end) {
    return state.get() instanceof Decided decided
        ? new GateReceipt(decided.ref, decided.decision, this)
        : super.receipt(end);
  }

  @Override
  public boolean begin(String decisionId, String tool, String digest) {
    return node.begin(tenant(), decisionId, tool, digest);
  }

  @Override
  public void end(String decisionId, GateDecisionRecord.Outcome outcome) {
    node.end(tenant(), decisionId, outcome);
  }
}
