package dev.adk4j.stored;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateDecisionRecord.Refusal;
import dev.adk4j.gate.GatePolicy;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateState;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.limit.RequestLimits;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Settles the gates of a {@link TurnStore}, from any process on the store, for every actor that the
 * {@link GateAuthorizer} allows. Pass it to the runner whose turns wait for the gates. Create one
 * for each process and store. Thread-safe; close it when no turn waits any more.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class GateService implements AutoCloseable {

  private final TurnStore store;
  private final Options options;
  private final GateNode node;
  private final ParkedGates left;

  private GateService(TurnStore store, Options options) {
    this.store = store;
    this.options = options;
    this.node = new GateNode(store, options.limits, options.heartbeat);
    this.left = new ParkedGates(this, node);
  }

  /** Returns a service with the default options. */
  public static GateService of(TurnStore store) {
    return of(store, Options.DEFAULT);
  }

  public static GateService of(TurnStore store, Options options) {
    return new GateService(store, options);
  }

  /** Returns the name of this process in records. Each service has a new name. */
  public String node() {
    return node.id;
  }

  public TurnStore store() {
    return store;
  }

  /** Lists undecided gates or all gates. Overdue gates are settled first. */
  public List<GateRecord> list(GateQuery query) {
    store.sweep(query.tenant());
    return store.gates(query);
  }

  /**
   * Returns the gate with this {@link GateRecord#ref()}.
   *
   * @param tenant the tenant of the gate; null for any tenant
   */
  public Optional<GateRecord> find(@Nullable String tenant, String ref) {
    return store.gate(tenant, ref);
  }

  /**
   * Returns the JSON Schema of the values that the gate can be resolved with; empty if this process
   * does not know it, for example because another process opened the gate.
   */
  public Optional<JsonValue> schema(String ref) {
    return here(ref).flatMap(TurnGate::schema);
  }

  /** Returns the gate if this process has its schema. */
  private Optional<StoredGate> here(String ref) {
    return node.find(ref).or(() -> Optional.ofNullable(left.at(ref)));
  }

  /**
   * Returns the attempts to settle the gate that its tenant may see, oldest first: the decision
   * that counts and the newest {@value TurnStore#REFUSALS_KEPT} refused attempts.
   */
  public List<GateDecisionRecord> decisions(GateRecord gate) {
    return store.decisions(gate.tenant(), gate.ref(), false, null, TurnStore.REFUSALS_KEPT + 1);
  }

  /** Returns true if the actor has the rights to settle the gate. Records nothing. */
  public boolean maySettle(GateActor actor, GateRecord gate) {
    boolean visible = actor.tenant() == null || actor.tenant().equals(gate.tenant());
    return visible && options.authorizer.authorize(actor, gate).granted();
  }

  /**
   * Settles a gate, in whichever process its waiter runs, and also if no thread waits any more. The
   * first decision counts. The process that has the gate's schema checks the value. If that process
   * is gone or does not answer in time, the decision is recorded and checked when the turn is run
   * again; the state of the returned gate is then {@link GateState#PROPOSED}.
   *
   * @param ref the {@link GateRecord#ref()}
   * @return the gate after the decision
   * @throws AdkException {@code E_INPUT_TOO_LARGE} for a value or a comment over the limits, before
   *     all other checks; {@code E_GATE_NOT_FOUND}, also for another tenant's gate; {@code
   *     E_GATE_NOT_AUTHORIZED}; {@code E_GATE_ALREADY_SETTLED}; {@code
   *     E_INVALID_TURN_GATE_RESOLUTION}, in which case the gate is still open; {@code
   *     E_STORAGE_UNAVAILABLE}. Refused attempts are recorded without their value and comment,
   *     except those of the first kind.
   */
  public GateRecord settle(String ref, GateActor actor, GateDecision decision) {
    return settle(ref, actor, decision, null);
  }

  /**
   * Settles a gate as above.
   *
   * @param known the gate if the caller has read it; null to read it here
   */
  private GateRecord settle(
      String ref, GateActor actor, GateDecision decision, @Nullable GateRecord known) {
    GateAttempts.checkSize(decision, options);
    GateRecord gate = known == null ? visible(ref, actor, decision) : known;
    GateAuthorizer.Answer answer = options.authorizer.authorize(actor, gate);
    if (!answer.granted()) {
      refuse(gate, actor, decision, Refusal.UNAUTHORIZED, answer.reason());
      throw new AdkException(
          AdkErrorCode.E_GATE_NOT_AUTHORIZED,
          "The gate '" + gate.gateId() + "' may not be settled: " + answer.reason());
    }
    StoredGate here = gate.state().isFinal() ? null : here(ref).orElse(null);
    boolean edited = checked(here, gate, actor, decision);
    boolean provisional =
        here == null && gate.hasSchema() && decision instanceof GateDecision.Resolve;
    TurnStore.Attempt attempt = GateAttempts.of(gate, actor, decision, edited, provisional);
    TurnStore.Settled settled = won(attempt);
    boolean attended =
        !settled.gate().orphaned() && !settled.gate().node().equals(TurnStore.Opening.NOBODY);
    return provisional && attended
        ? awaitVerdict(settled.gate(), attempt.decisionId())
        : settled.gate();
  }

  /**
   * Settles a gate as {@link #settle} does, for callers that may repeat a request. The same actor
   * may repeat a decision that counts: nothing changes, and the gate is returned as it is.
   *
   * @throws AdkException as {@link #settle}
   */
  public GateRecord decide(String ref, GateActor actor, GateDecision decision) {
    GateRecord known = find(actor.tenant(), ref).orElse(null);
    if (known != null && repeats(known, actor, decision)) {
      return known;
    }
    try {
      return settle(ref, actor, decision, known);
    } catch (AdkException e) {
      if (!AdkException.is(e, AdkErrorCode.E_GATE_ALREADY_SETTLED)) {
        throw e;
      }
      return find(actor.tenant(), ref)
          .filter(gate -> repeats(gate, actor, decision))
          .orElseThrow(() -> e);
    }
  }

  private boolean repeats(GateRecord gate, GateActor actor, GateDecision decision) {
    return actor.name() != null
        && made(gate, decision)
            .filter(made -> Objects.equals(actor.name(), made.actor().name()))
            .isPresent();
  }

  /** Returns the decision that settled the gate, if it says the same. */
  Optional<GateDecisionRecord> made(GateRecord gate, GateDecision decision) {
    return store.decision(gate).filter(made -> GateAttempts.says(made, decision));
  }

  /** Settles a ticket. The id of the ticket grants the right to do so. */
  void settleTicket(GateRecord gate, GateActor actor, GateDecision decision) {
    GateAttempts.checkSize(decision, options);
    checked(null, gate, actor, decision);
    won(GateAttempts.of(gate, actor, decision));
  }

  /**
   * Checks the decision as far as this process can.
   *
   * @param here the gate with its schema; null if this process does not have it
   * @return true if the value is reported as edited
   */
  private boolean checked(
      @Nullable StoredGate here, GateRecord gate, GateActor actor, GateDecision decision) {
    try {
      Tickets.check(gate, decision);
      return here != null && gate.hasSchema() && decision instanceof GateDecision.Resolve resolve
          ? here.edited(resolve)
          : GateAttempts.edited(decision);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      refuse(gate, actor, decision, Refusal.INVALID, GateAttempts.detail(e));
      throw e;
    }
  }

  private TurnStore.Settled won(TurnStore.Attempt attempt) {
    TurnStore.Settled settled = store.settle(attempt);
    GateRecord gate = settled.gate();
    if (!settled.won()) {
      throw AdkException.saying(
          AdkErrorCode.E_GATE_ALREADY_SETTLED,
          "The gate '%s' can not be settled any more: it is %s.",
          gate.gateId(),
          gate.state().wire());
    }
    node.settled(gate);
    return settled;
  }

  private GateRecord visible(String ref, GateActor actor, GateDecision decision) {
    GateRecord gate = store.gate(actor.tenant(), ref).orElse(null);
    if (gate != null) {
      return gate;
    }
    if (actor.tenant() != null) {
      store
          .gate(null, ref)
          .ifPresent(foreign -> refuse(foreign, actor, decision, Refusal.FOREIGN_TENANT, null));
    }
    throw TurnRules.noGate(ref);
  }

  // The waiter's process answers within milliseconds, or is slow, or gone: a notification gains
  // nothing.
  private GateRecord awaitVerdict(GateRecord proposed, String decisionId) {
    long end = System.nanoTime() + options.verdictTimeout.toNanos();
    long pause = TimeUnit.MILLISECONDS.toNanos(2);
    while (true) {
      // Read the gate first: an invalid value reopens it, and the decision then shows that.
      GateRecord now =
          store
              .gate(proposed.tenant(), proposed.ref())
              .orElseThrow(() -> TurnRules.noGate(proposed.ref()));
      GateDecisionRecord decision =
          store
              .decision(proposed.tenant(), decisionId)
              .orElseThrow(() -> TurnRules.noGate(proposed.ref()));
      if (decision.refused()) {
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

  private void refuse(
      GateRecord gate,
      GateActor actor,
      GateDecision decision,
      Refusal refusal,
      @Nullable String detail) {
    store.refuse(GateAttempts.of(gate, actor, decision), refusal, detail);
  }

  /**
   * Aborts a gate for an actor that canceled its turn. Requires no rights, since it starts nothing.
   */
  void withdraw(GateRecord gate, GateActor actor) {
    node.settled(store.settle(GateAttempts.of(gate, actor, GateDecision.abort())).gate());
  }

  /** Returns a gate that is recorded when a thread waits for it. */
  StoredGate gate(String turnId, Scope scope, GateRequest<?> request, InstantSource clock) {
    return new StoredGate(node, scope, turnId, limited(request), clock, Ids.next(), node.id);
  }

  GateRequest<?> limited(GateRequest<?> request) {
    return request.timeout().isPresent()
        ? request
        : options.limits.gateTimeout().<GateRequest<?>>map(request::timeout).orElse(request);
  }

  /** Returns the gates for which no thread waits. For the engine. */
  public ParkedGates parkedGates() {
    return left;
  }

  /** Leaves the store. Waiting gates stay recorded and become orphaned. */
  @Override
  public void close() {
    node.close();
  }

  /**
   * Options of a service. Use the {@code with…} methods of {@link #DEFAULT} to change one of them.
   *
   * @param authorizer decides who may settle
   * @param heartbeat interval at which the process records that it is alive while it waits; must be
   *     several times shorter than the silence after which the store considers it dead
   * @param verdictTimeout maximum time to wait for another process to check a value
   * @param maxComment maximum length of a rejection's comment, in characters
   * @param maxValue maximum size of a resolution's value, in bytes of JSON
   * @param limits limits of the open gates of a subject, and of the time that gates wait
   */
  public record Options(
      GateAuthorizer authorizer,
      Duration heartbeat,
      Duration verdictTimeout,
      int maxComment,
      int maxValue,
      RequestLimits limits) {

    /**
     * Strict policy, heartbeat every 5 s, verdict within 3 s, 2,000 characters, 256 KiB, no limits.
     */
    public static final Options DEFAULT =
        new Options(
            GatePolicy.strict(),
            Duration.ofSeconds(5),
            Duration.ofSeconds(3),
            2_000,
            256 * 1024,
            RequestLimits.none());

    public Options {
      new Violations()
          .required(authorizer, "$.authorizer")
          .required(limits, "$.limits")
          .check(heartbeat.toMillis() >= 1, "$.heartbeat", "range", "must be at least 1 ms")
          .check(!verdictTimeout.isNegative(), "$.verdictTimeout", "range", "must not be negative")
          .check(maxComment >= 0, "$.maxComment", "range", "must not be negative")
          .check(maxValue >= 1, "$.maxValue", "range", "must be at least 1")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    }

    public Options withAuthorizer(GateAuthorizer authorizer) {
      return new Options(authorizer, heartbeat, verdictTimeout, maxComment, maxValue, limits);
    }

    public Options withHeartbeat(Duration heartbeat) {
      return new Options(authorizer, heartbeat, verdictTimeout, maxComment, maxValue, limits);
    }

    public Options withVerdictTimeout(Duration verdictTimeout) {
      return new Options(authorizer, heartbeat, verdictTimeout, maxComment, maxValue, limits);
    }
  }
}
