package dev.adk4j.gate;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.FatalErrors;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A recorded gate that a thread of this process waits for. */
final class DeskGate implements GateLink {

  private static final Logger log = LoggerFactory.getLogger(DeskGate.class);
  private static final Duration RETRY = Duration.ofMillis(500);
  private static final int LONGEST_DETAIL = 2_000;

  private final GateStore store;
  private final DeskClerk clerk;
  private final DeskWaiters waiters;
  private final ExecutionLedger ledger;
  private final Scope scope;
  private final GateRequest<?> request;
  private final String node;
  private final AtomicInteger looks = new AtomicInteger();
  private volatile String ref;
  private volatile @Nullable OpenGate gate;
  private volatile @Nullable String claimed;
  private volatile @Nullable Known known;
  private volatile boolean noted;
  private volatile boolean decidedBefore;
  private volatile boolean opened;
  private volatile boolean toldEarly;

  DeskGate(
      GateStore store,
      DeskClerk clerk,
      DeskWaiters waiters,
      String node,
      Scope scope,
      GateRequest<?> request,
      String ref) {
    this.store = store;
    this.clerk = clerk;
    this.waiters = waiters;
    this.node = node;
    this.scope = scope;
    this.request = request;
    this.ref = ref;
    this.ledger = new DeskLedger(store, clerk, scope.tenant(), node);
  }

  /** The decision that counts, as far as its receipt tells. */
  private record Known(
      String id, GateActor actor, @Nullable Instant at, boolean edited, boolean found) {}

  void bind(OpenGate gate) {
    this.gate = gate;
  }

  /**
   * @param decided whether it was decided while nobody waited
   */
  void moveTo(String ref, boolean decided) {
    this.ref = ref;
    this.decidedBefore = decided;
  }

  /** The store knows the gate: from now on it is looked for there. */
  void opened() {
    opened = true;
    if (toldEarly) {
      check();
    }
  }

  @Override
  public String ref() {
    return ref;
  }

  String tenant() {
    return scope.tenant();
  }

  OpenGate gate() {
    return Objects.requireNonNull(gate);
  }

  /** Whether the request's own rule, or else the one who decided, says that it was edited. */
  boolean edited(@Nullable Object accepted, boolean claimed) {
    return request.edited(accepted, claimed);
  }

  @Override
  public boolean claim(
      GateDecisionKind given,
      @Nullable Object value,
      @Nullable Object accepted,
      @Nullable Throwable error) {
    String id = Ids.next();
    GateActor actor = GateActor.process(GateActor.IN_PROCESS);
    boolean resolves = given == GateDecisionKind.RESOLVE;
    JsonValue json = resolves ? Jsons.orNull(value) : null;
    boolean edited = resolves && request.edited(accepted, false);
    claimed = id;
    try {
      SettleResult result =
          store.settle(
              new GateSettlement(
                  id,
                  scope.tenant(),
                  ref,
                  kind(given, error),
                  actor,
                  json,
                  !resolves || json != null,
                  edited,
                  given == GateDecisionKind.REJECT && error != null ? error.getMessage() : null,
                  false));
      if (result.won()) {
        known = new Known(id, actor, result.gate().settledAt(), edited, false);
        waiters.changed(ref);
        return true;
      }
    } catch (RuntimeException e) {
      claimed = null;
      if (AdkException.is(e, AdkErrorCode.E_GATE_NOT_FOUND)) {
        // erased while somebody waits: the waiter is all that is left of it
        return true;
      }
      throw e;
    }
    claimed = null;
    waiters.changed(ref);
    return false;
  }

  private static GateDecisionKind kind(GateDecisionKind given, @Nullable Throwable error) {
    return error == null ? given : kind(new Settlement(null, error, Instant.EPOCH));
  }

  private static GateDecisionKind kind(Settlement end) {
    return switch (end.result()) {
      case RESOLVED -> GateDecisionKind.RESOLVE;
      case REJECTED -> GateDecisionKind.REJECT;
      case ABORTED -> GateDecisionKind.ABORT;
      case TIMEOUT -> GateDecisionKind.TIMEOUT;
    };
  }

  /** What was wrong with a value, as it is recorded: enough to go on, and bounded. */
  static String detail(Throwable problem) {
    String message = String.valueOf(problem.getMessage());
    if (message.length() <= LONGEST_DETAIL) {
      return message;
    }
    boolean halved = Character.isHighSurrogate(message.charAt(LONGEST_DETAIL - 2));
    return message.substring(0, LONGEST_DETAIL - (halved ? 2 : 1)) + "\u2026";
  }

  @Override
  public void invalid(@Nullable Object given, Throwable problem) {
    JsonValue json = Jsons.orNull(given);
    GateSettlement attempt =
        new GateSettlement(
            Ids.next(),
            scope.tenant(),
            ref,
            GateDecisionKind.RESOLVE,
            GateActor.process(GateActor.IN_PROCESS),
            json,
            json != null,
            false,
            null,
            false);
    clerk.record(() -> store.refuse(attempt, GateRefusal.INVALID, detail(problem)));
  }

  /** The database's clock decides; while it is away, nothing does. */
  @Override
  public boolean timedOut() {
    if (gate().isSettled()) {
      return false;
    }
    try {
      GateRecord now = store.expire(scope.tenant(), ref).orElse(null);
      if (now == null) {
        return true;
      }
      if (now.state() == GateState.OPEN && now.deadline() != null) {
        Instant storesNow = now.openedAt().plus(now.age());
        again(Duration.between(storesNow, now.deadline()));
      } else {
        check();
      }
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      log.debug("Whether gate {} timed out is not known yet.", ref, e);
      again(RETRY);
    }
    return false;
  }

  private void again(Duration delay) {
    Duration atLeast = delay.toMillis() < 1 ? Duration.ofMillis(1) : delay;
    GateTimer.after(
        atLeast,
        () -> {
          if (timedOut()) {
            gate().timeOut(request.timeout().orElse(Duration.ZERO));
          }
        });
  }

  /** Looks whether it was decided; calls that come while it looks make it look once more. */
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
        // the watch tells again of whatever is decided and still waited for
        log.warn("Gate {} could not be looked at; trying again.", ref, e);
      }
      seen = looks.addAndGet(-seen);
    } while (seen > 0);
  }

  private void look() {
    if (!opened) {
      toldEarly = true;
      if (!opened) {
        return;
      }
    }
    if (gate().isSettled()) {
      return;
    }
    GateRecord now = store.find(scope.tenant(), ref).orElse(null);
    if (now == null) {
      gate().settle(null, gate().aborted(" because it was erased", null));
      return;
    }
    String id = now.decisionId();
    if (now.state() == GateState.OPEN || id == null || id.equals(claimed)) {
      return;
    }
    store.decision(scope.tenant(), id).ifPresent(decision -> offer(now, decision));
  }

  /** Lets the waiter go on with the decision, if it will do. */
  private void offer(GateRecord now, GateDecisionRecord decision) {
    Known offered =
        new Known(decision.id(), decision.actor(), decision.at(), decision.edited(), decidedBefore);
    switch (decision.kind()) {
      case RESOLVE -> resolve(now, decision, offered);
      case REJECT -> end(offered, rejected(decision));
      case ABORT -> end(offered, gate().aborted("", null));
      case TIMEOUT -> {
        known = offered;
        gate().timeOut(request.timeout().orElse(now.age()));
      }
    }
  }

  private void end(Known decision, Throwable error) {
    known = decision;
    gate().settle(null, error);
  }

  private void resolve(GateRecord now, GateDecisionRecord decision, Known offered) {
    if (!decision.valueKept()) {
      end(offered, unusable());
      return;
    }
    Object accepted;
    boolean edited;
    try {
      accepted = gate().checked(Jsons.plain(decision.value()));
      edited = request.edited(accepted, decision.edited());
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      if (now.state() == GateState.RESOLVED && !decidedBefore) {
        // another waiter of the same key accepted it and went on
        end(offered, e);
        return;
      }
      if (!store.reopen(scope.tenant(), ref, decision.id(), detail(e), node)) {
        looks.incrementAndGet();
      }
      decidedBefore = false;
      return;
    }
    if (now.state() == GateState.PROPOSED) {
      if (!store.confirm(scope.tenant(), ref, decision.id(), edited)) {
        looks.incrementAndGet();
        return;
      }
      noted = true;
    }
    known = new Known(offered.id, offered.actor, offered.at, edited, offered.found);
    gate().settle(accepted, null);
  }

  private AdkException rejected(GateDecisionRecord decision) {
    String by = decision.actor().name() == null ? "" : " by " + decision.actor().name();
    String why = decision.comment() == null ? "." : ": " + decision.comment();
    return AdkException.of(AdkErrorCode.E_TURN_GATE_REJECTED)
        .message("The gate '" + gate().id() + "' was rejected" + by + why)
        .args(gate().id())
        .build();
  }

  private AdkException unusable() {
    return new AdkException(
        AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION,
        "The gate '"
            + gate().id()
            + "' was resolved in another process with a value that is not JSON, or that is not"
            + " kept.");
  }

  @Override
  public void ended(Settlement end) {
    String tenant = scope.tenant();
    String name = ref;
    if (known == null) {
      GateSettlement own =
          new GateSettlement(
              Ids.next(),
              tenant,
              name,
              kind(end),
              GateActor.process(GateActor.TURN),
              null,
              true,
              false,
              null,
              false);
      clerk.record(() -> settleIfThere(own));
    } else if (!noted) {
      clerk.record(() -> store.delivered(tenant, name));
    }
  }

  private void settleIfThere(GateSettlement own) {
    try {
      store.settle(own);
    } catch (AdkException e) {
      if (!AdkException.is(e, AdkErrorCode.E_GATE_NOT_FOUND)) {
        throw e;
      }
    }
  }

  /** Nobody waits for what may have been opened. */
  void forget() {
    ended(
        new Settlement(
            null, new AdkException(AdkErrorCode.E_TURN_GATE_ABORTED, ""), Instant.EPOCH));
  }

  @Override
  public GateReceipt receipt(OpenGate gate, Settlement end) {
    Known decision = known;
    if (decision == null) {
      return GateLink.super.receipt(gate, end);
    }
    Instant at = decision.at == null ? end.at() : decision.at;
    return new GateReceipt(
        ref, decision.id, decision.actor, at, decision.edited, decision.found, ledger);
  }

  /** The parts of a request that are recorded. */
  GateOpening opening(String turnId) {
    return new GateOpening(
        ref,
        scope,
        turnId,
        Objects.requireNonNull(request.id()),
        scope.conversation() == null ? null : request.key().orElse(null),
        Objects.requireNonNull(request.reason()),
        Jsons.orClass(request.payload()),
        request.schema().isPresent(),
        request.tool().orElse(null),
        request.checksum().orElse(null),
        request.toolCallId().orElse(null),
        request.timeout().orElse(null),
        node);
  }
}
