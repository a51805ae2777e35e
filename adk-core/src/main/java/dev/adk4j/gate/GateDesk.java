package dev.adk4j.gate;

import dev.adk4j.abort.AbortSignal;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.FatalErrors;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.limit.DoorLimits;
import dev.adk4j.limit.Permit;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Where gates are settled that a {@link GateStore} remembers: from any process on the store, by
 * whoever the {@link GateAuthorizer} allows to. Turns wait at the desk of their process; give it to
 * their runner. One for each process and store. Thread-safe; close it when no turn waits any more.
 */
@NoJsonForm
public final class GateDesk implements AutoCloseable {

  private final GateStore store;
  private final GateAuthorizer authorizer;
  private final Duration verdictTimeout;
  private final int maxComment;
  private final int maxValue;
  private final DoorLimits limits;
  private final String node = Ids.next();
  private final DeskWaiters waiters = new DeskWaiters();
  private final DeskClerk clerk;
  private final GateWatch watch;

  private GateDesk(Builder builder) {
    this.store = builder.store;
    this.authorizer = builder.authorizer;
    this.verdictTimeout = builder.verdictTimeout;
    this.maxComment = builder.maxComment;
    this.maxValue = builder.maxValue;
    this.limits = builder.limits;
    this.clerk = new DeskClerk(store, node, waiters, builder.heartbeat);
    this.watch = store.watch(waiters);
  }

  public static Builder builder(GateStore store) {
    return new Builder(store);
  }

  /** Names this process in records; a fresh one for each desk. */
  public String node() {
    return node;
  }

  public GateStore store() {
    return store;
  }

  /** Undecided gates, or all; overdue ones are settled first. */
  public List<GateRecord> list(GateQuery query) {
    store.sweep(query.tenant());
    return store.list(query);
  }

  /**
   * @param tenant null for whatever tenant it belongs to
   */
  public Optional<GateRecord> find(@Nullable String tenant, String ref) {
    return store.find(tenant, ref);
  }

  /**
   * The attempts to settle the gate that its tenant may see, oldest first: the decision that counts
   * and the newest {@value GateStore#REFUSALS_KEPT} refused ones.
   */
  public List<GateDecisionRecord> decisions(GateRecord gate) {
    return decisions(gate, null, GateStore.REFUSALS_KEPT + 1);
  }

  /**
   * A page of them.
   *
   * @param after the {@link GateDecisionRecord#id()} of the last one seen; null for the first page
   */
  public List<GateDecisionRecord> decisions(GateRecord gate, @Nullable String after, int limit) {
    return store.decisions(gate.tenant(), gate.ref(), false, after, limit);
  }

  /**
   * The newest {@value GateStore#REFUSALS_KEPT} attempts of other tenants to settle the gate,
   * oldest first. For operators only: the gate's tenant is not told of them.
   */
  public List<GateDecisionRecord> foreignAttempts(GateRecord gate) {
    return store.decisions(gate.tenant(), gate.ref(), true, null, GateStore.REFUSALS_KEPT);
  }

  /** Whether the actor could settle the gate, as far as rights go; records nothing. */
  public boolean maySettle(GateActor actor, GateRecord gate) {
    boolean visible = actor.tenant() == null || actor.tenant().equals(gate.tenant());
    return visible && authorizer.authorize(actor, gate).granted();
  }

  public GateCounts counts() {
    return store.counts();
  }

  /**
   * Settles a gate, wherever its waiter is, and whether or not it still is: the first decision
   * counts. The value is checked by the process that has the gate's schema; where that does not
   * answer in time, or is gone, the decision is recorded and checked when the turn is run again,
   * and the returned gate's state is {@link GateState#PROPOSED}.
   *
   * @param ref the {@link GateRecord#ref()}
   * @return the gate after the decision
   * @throws AdkException {@code E_INPUT_TOO_LARGE} for a value or a comment over the desk's limits,
   *     before anything else; {@code E_GATE_NOT_FOUND}, also for another tenant's gate; {@code
   *     E_GATE_NOT_AUTHORIZED}; {@code E_GATE_ALREADY_SETTLED}; {@code
   *     E_INVALID_TURN_GATE_RESOLUTION}, the gate is still open then; {@code
   *     E_STORAGE_UNAVAILABLE}. Attempts that are refused are recorded without their value and
   *     comment, except the first kind.
   */
  public GateRecord settle(String ref, GateActor actor, GateDecision decision) {
    checkSize(decision);
    GateRecord gate = visible(ref, actor, decision);
    GateAuthorization authorization = authorizer.authorize(actor, gate);
    if (!authorization.granted()) {
      store.refuse(
          attempt(gate, actor, decision, false, false),
          GateRefusal.UNAUTHORIZED,
          authorization.reason());
      throw new AdkException(
          AdkErrorCode.E_GATE_NOT_AUTHORIZED,
          "The gate '" + gate.gateId() + "' may not be settled: " + authorization.reason());
    }
    return decide(gate, actor, decision);
  }

  private void checkSize(GateDecision decision) {
    switch (decision) {
      case GateDecision.Resolve resolve -> {
        int bytes = resolve.value().text().getBytes(StandardCharsets.UTF_8).length;
        atMost(maxValue, bytes, "value", "bytes of JSON");
      }
      case GateDecision.Reject reject ->
          atMost(
              maxComment,
              reject.comment() == null ? 0 : reject.comment().length(),
              "comment",
              "characters");
      case GateDecision.Abort abort -> {}
    }
  }

  private static void atMost(int most, int size, String field, String unit) {
    if (size > most) {
      throw AdkException.of(AdkErrorCode.E_INPUT_TOO_LARGE)
          .message(
              "The field '%s' has %d %s; at most %d are taken.".formatted(field, size, unit, most))
          .args(field, size, most)
          .build();
    }
  }

  private GateRecord visible(String ref, GateActor actor, GateDecision decision) {
    GateRecord gate = store.find(actor.tenant(), ref).orElse(null);
    if (gate != null) {
      return gate;
    }
    if (actor.tenant() != null) {
      store
          .find(null, ref)
          .ifPresent(
              foreign ->
                  store.refuse(
                      attempt(foreign, actor, decision, false, false),
                      GateRefusal.FOREIGN_TENANT,
                      null));
    }
    throw notFound(ref);
  }

  private GateRecord decide(GateRecord gate, GateActor actor, GateDecision decision) {
    boolean edited = decision instanceof GateDecision.Resolve resolve && resolve.edited();
    boolean provisional = gate.hasSchema() && decision instanceof GateDecision.Resolve;
    DeskGate here = waiters.at(gate.ref()).stream().findFirst().orElse(null);
    if (provisional && here != null && !gate.state().isFinal()) {
      edited = checkedHere(gate, here, actor, (GateDecision.Resolve) decision);
      provisional = false;
    }
    GateSettlement settlement = attempt(gate, actor, decision, edited, provisional);
    SettleResult result = store.settle(settlement);
    if (!result.won()) {
      throw AdkException.of(AdkErrorCode.E_GATE_ALREADY_SETTLED)
          .message(
              "The gate '"
                  + gate.gateId()
                  + "' can not be settled any more: it is "
                  + result.gate().state().wire()
                  + ".")
          .args(gate.gateId(), result.gate().state().wire())
          .build();
    }
    waiters.changed(gate.ref());
    return provisional && !result.gate().orphaned()
        ? awaitVerdict(result.gate(), settlement.decisionId())
        : result.gate();
  }

  /** Whether the value is an edited one, by the rule of the gate that waits here. */
  private boolean checkedHere(
      GateRecord gate, DeskGate here, GateActor actor, GateDecision.Resolve decision) {
    try {
      return here.edited(here.gate().checked(Jsons.plain(decision.value())), decision.edited());
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      store.refuse(
          attempt(gate, actor, decision, decision.edited(), false),
          GateRefusal.INVALID,
          DeskGate.detail(e));
      throw e;
    }
  }

  // The waiter's process answers within milliseconds, or is slow, or gone: no reason to be told.
  private GateRecord awaitVerdict(GateRecord proposed, String decisionId) {
    long end = System.nanoTime() + verdictTimeout.toNanos();
    long pause = TimeUnit.MILLISECONDS.toNanos(2);
    while (true) {
      // The gate first: an invalid value opens it again, and the decision tells of that by then.
      GateRecord now =
          store.find(proposed.tenant(), proposed.ref()).orElseThrow(() -> notFound(proposed.ref()));
      GateDecisionRecord decision =
          store.decision(proposed.tenant(), decisionId).orElseThrow(() -> notFound(proposed.ref()));
      if (decision.refusal() != null) {
        throw new AdkException(
            AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION,
            "The value does not fit the schema of gate '"
                + proposed.gateId()
                + "', which is still open"
                + (decision.detail() == null ? "." : ": " + decision.detail()));
      }
      if (now.state() != GateState.PROPOSED || System.nanoTime() >= end) {
        return now;
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(pause * 2, TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  private static GateSettlement attempt(
      GateRecord gate,
      GateActor actor,
      GateDecision decision,
      boolean edited,
      boolean provisional) {
    JsonValue value = decision instanceof GateDecision.Resolve resolve ? resolve.value() : null;
    String comment = decision instanceof GateDecision.Reject reject ? reject.comment() : null;
    return new GateSettlement(
        Ids.next(),
        gate.tenant(),
        gate.ref(),
        GateDecisionKind.of(decision),
        actor,
        value,
        true,
        edited,
        comment,
        provisional);
  }

  private static AdkException notFound(String ref) {
    return AdkException.of(AdkErrorCode.E_GATE_NOT_FOUND)
        .message("There is no gate '" + ref + "'.")
        .args(ref)
        .build();
  }

  /**
   * Opens a gate and blocks until it is settled; null only where the value is. Throws a {@link
   * dev.adk4j.limit.LimitException} where the subject has too many.
   */
  @Nullable Object await(
      String turnId,
      Scope scope,
      AbortSignal signal,
      InstantSource clock,
      GateListener listener,
      GateRequest<?> request)
      throws Exception {
    GateRequest<?> limited =
        request.timeout().isPresent()
            ? request
            : limits.gateTimeout().<GateRequest<?>>map(request::timeout).orElse(request);
    DeskGate waiter = new DeskGate(store, clerk, waiters, node, scope, limited, Ids.next());
    OpenGate gate = new OpenGate(turnId, limited, clock, listener, waiter);
    try (Permit permit = limits.gate(scope)) {
      waiter.bind(gate);
      clerk.alive();
      waiters.add(waiter);
      open(waiter, turnId);
      watch.wake();
      return gate.await(signal);
    } finally {
      waiters.remove(waiter);
    }
  }

  private void open(DeskGate waiter, String turnId) {
    String fresh = waiter.ref();
    OpenedGate opened;
    try {
      opened = store.open(waiter.opening(turnId));
    } catch (Throwable e) {
      waiter.forget();
      throw e;
    }
    boolean known = !opened.gate().ref().equals(fresh);
    if (known) {
      waiters.remove(waiter);
      waiter.moveTo(opened.gate().ref(), opened.answer() != null);
      waiters.add(waiter);
    }
    waiter.opened();
    if (known) {
      waiter.check();
    }
  }

  /** Gives up the store: what waits stays recorded, and is orphaned. */
  @Override
  public void close() {
    watch.close();
    clerk.close();
  }

  /** Builds a {@link GateDesk}. */
  public static final class Builder {

    private final GateStore store;
    private GateAuthorizer authorizer = GatePolicy.strict();
    private Duration heartbeat = Duration.ofSeconds(5);
    private Duration verdictTimeout = Duration.ofSeconds(3);
    private int maxComment = 2_000;
    private int maxValue = 256 * 1024;
    private DoorLimits limits = DoorLimits.none();

    private Builder(GateStore store) {
      this.store = store;
    }

    /** {@link GatePolicy#strict()} by default. */
    public Builder authorizer(GateAuthorizer authorizer) {
      this.authorizer = authorizer;
      return this;
    }

    /**
     * How often the process says that it lives while it waits, 5 seconds by default; several times
     * shorter than the silence after which the store takes it for dead.
     */
    public Builder heartbeat(Duration heartbeat) {
      this.heartbeat = heartbeat;
      return this;
    }

    /** How long a settlement waits for another process to check its value; 3 seconds by default. */
    public Builder verdictTimeout(Duration verdictTimeout) {
      this.verdictTimeout = verdictTimeout;
      return this;
    }

    /** How many characters the comment of a rejection may have; 2,000 by default. */
    public Builder maxComment(int characters) {
      this.maxComment = characters;
      return this;
    }

    /** How many bytes of JSON the value of a resolution may have; 256 KiB by default. */
    public Builder maxValue(int bytes) {
      this.maxValue = bytes;
      return this;
    }

    /** Limits the open gates of a subject, and how long gates wait; no limits by default. */
    public Builder limits(DoorLimits limits) {
      this.limits = Objects.requireNonNull(limits, "limits");
      return this;
    }

    public GateDesk build() {
      new Violations()
          .required(store, "$.store")
          .required(authorizer, "$.authorizer")
          .check(heartbeat.toMillis() >= 1, "$.heartbeat", "range", "must be at least 1 ms")
          .check(!verdictTimeout.isNegative(), "$.verdictTimeout", "range", "must not be negative")
          .check(maxComment >= 0, "$.maxComment", "range", "must not be negative")
          .check(maxValue >= 1, "$.maxValue", "range", "must be at least 1")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      return new GateDesk(this);
    }
  }
}
