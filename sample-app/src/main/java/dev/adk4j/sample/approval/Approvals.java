package dev.adk4j.sample.approval;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateReceipt;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateService;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/**
 * Lets tools ask a person and people answer, through the turn's gates. A gate waits on the instance
 * that runs its turn and is decided on any instance, also while its own is down: the same call,
 * asked again in the conversation, finds the decision. Who may decide is whoever reaches the gate's
 * own scope. Thread-safe.
 */
@Component
@EnableConfigurationProperties(ApprovalProperties.class)
public class Approvals {

  /** The reason that the gates of tools carry. */
  public static final String REASON = "tool_approval";

  private final ApprovalProperties properties;
  private final GateService service;
  private final Map<String, Pending> pending = new ConcurrentHashMap<>();

  Approvals(ApprovalProperties properties, GateService service) {
    this.properties = properties;
    this.service = service;
  }

  /**
   * Waits until a person has decided, and works with the arguments that were agreed on, which may
   * differ from those that were asked with. One decision is worked on at most once, across
   * restarts.
   *
   * @throws ApprovalRejectedException where the person said no
   * @throws AdkException {@code E_TURN_GATE_TIMEOUT} where nobody decided in time, {@code
   *     E_TURN_GATE_ABORTED} where the turn was stopped
   */
  public <T extends Record> String ask(
      DispatchContext ctx, ApprovalRequest<T> request, Function<T, String> work) throws Exception {
    String id = Ids.next();
    Map<String, Object> payload = new LinkedHashMap<>();
    payload.put("tool", request.tool());
    payload.put("question", request.question());
    payload.put("args", request.args());
    pending.put(id, new Pending(ctx.scope(), ctx.turnId(), request.args(), null));
    String tool = request.tool();
    AtomicReference<@Nullable GateReceipt> receipt = new AtomicReference<>();
    T agreed;
    try {
      agreed =
          ctx.waitFor(
              GateRequest.of(id, REASON, payload)
                  .schema(request.gateSchema())
                  .timeout(properties.timeout())
                  .forTool(tool, JsonValue.of(request.args()))
                  .editedWhen(args -> !args.equals(request.args()))
                  .onDecision(receipt::set));
    } finally {
      pending.remove(id);
    }
    return Objects.requireNonNull(receipt.get())
        .runOnce(tool, JsonValue.of(agreed), () -> work.apply(agreed));
  }

  /**
   * Lets the tool go on.
   *
   * @param changed the arguments to go on with; null for those that were asked with
   */
  public SettleResult approve(
      Scope scope, String turnId, String gateId, @Nullable JsonNode changed) {
    return settle(
        scope,
        turnId,
        gateId,
        asked -> asked.gate().resolve(changed == null ? asked.args : changed),
        gate -> GateDecision.resolve(changed == null ? args(gate) : JsonValue.of(changed)));
  }

  /** Makes the tool's call fail. */
  public SettleResult reject(Scope scope, String turnId, String gateId, @Nullable String reason) {
    return settle(
        scope,
        turnId,
        gateId,
        asked -> asked.gate().reject(new ApprovalRejectedException(reason)),
        gate -> GateDecision.reject(reason));
  }

  /** The first decision wins: whoever comes later finds no gate. */
  private SettleResult settle(
      Scope scope,
      String turnId,
      String gateId,
      Consumer<Pending> decision,
      Function<GateRecord, GateDecision> elsewhere) {
    Pending asked = pending.get(gateId);
    if (asked == null) {
      return settleElsewhere(scope, turnId, gateId, elsewhere);
    }
    if (!asked.belongsTo(scope, turnId)) {
      return new SettleResult.Unknown();
    }
    synchronized (asked.gate()) {
      if (asked.gate().isSettled()) {
        return new SettleResult.Unknown();
      }
      try {
        decision.accept(asked);
        return new SettleResult.Settled();
      } catch (AdkException e) {
        if (AdkException.is(e, AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION)) {
          Throwable cause = e.getCause();
          return new SettleResult.Invalid(
              String.valueOf(cause == null ? e.getMessage() : cause.getMessage()));
        }
        throw e;
      }
    }
  }

  /** The turn runs on another instance, or did until that was killed. */
  private SettleResult settleElsewhere(
      Scope scope, String turnId, String gateId, Function<GateRecord, GateDecision> decision) {
    GateQuery open =
        GateQuery.UNDECIDED
            .withTenant(scope.tenant())
            .withConversation(scope.conversation())
            .withTurnId(turnId)
            .withReason(REASON);
    for (GateRecord gate : service.list(open)) {
      if (gate.gateId().equals(gateId) && gate.scope().equals(scope)) {
        GateActor person = GateActor.of(scope.subject(), scope.tenant(), List.of(), GateActor.BEAN);
        try {
          service.settle(gate.ref(), person, decision.apply(gate));
          return new SettleResult.Settled();
        } catch (AdkException e) {
          return refused(e);
        }
      }
    }
    return new SettleResult.Unknown();
  }

  private static SettleResult refused(AdkException e) {
    return switch (e.errorCode()) {
      case AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION ->
          new SettleResult.Invalid(String.valueOf(e.getMessage()));
      case AdkErrorCode.E_GATE_ALREADY_SETTLED, AdkErrorCode.E_GATE_NOT_FOUND ->
          new SettleResult.Unknown();
      default -> throw e;
    };
  }

  private static JsonValue args(GateRecord gate) {
    JsonNode payload = Objects.requireNonNull(gate.payload()).node();
    return JsonValue.of(payload.path("args"));
  }

  @TurnEventListener
  void opened(TurnGate gate) {
    pending.computeIfPresent(gate.id(), (id, asked) -> asked.with(gate));
  }

  private record Pending(Scope scope, String turnId, Object args, @Nullable TurnGate opened) {

    Pending with(TurnGate gate) {
      return new Pending(scope, turnId, args, gate);
    }

    boolean belongsTo(Scope asking, String turn) {
      return opened != null && scope.equals(asking) && turnId.equals(turn);
    }

    TurnGate gate() {
      if (opened == null) {
        throw new IllegalStateException("the gate is not open yet");
      }
      return opened;
    }
  }
}
