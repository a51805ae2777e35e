package dev.adk4j.sample.approval;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/**
 * Lets tools ask a person and people answer, through the turn's gates. A gate waits on the instance
 * that runs its turn. Who may decide is whoever reaches the gate's own scope. Thread-safe.
 */
@Component
@EnableConfigurationProperties(ApprovalProperties.class)
public class Approvals {

  /** The reason that the gates of tools carry. */
  public static final String REASON = "tool_approval";

  private final ApprovalProperties properties;
  private final Map<String, Pending> pending = new ConcurrentHashMap<>();

  Approvals(ApprovalProperties properties) {
    this.properties = properties;
  }

  /**
   * Waits until a person has decided.
   *
   * @return the arguments to work with, which may differ from those that were asked with
   * @throws ApprovalRejectedException where the person said no
   * @throws AdkException {@code E_TURN_GATE_TIMEOUT} where nobody decided in time, {@code
   *     E_TURN_GATE_ABORTED} where the turn was stopped
   */
  public <T extends Record> T ask(DispatchContext ctx, ApprovalRequest<T> request)
      throws Exception {
    String id = Ids.next();
    Map<String, Object> payload = new LinkedHashMap<>();
    payload.put("tool", request.tool());
    payload.put("question", request.question());
    payload.put("args", request.args());
    pending.put(id, new Pending(ctx.scope(), ctx.turnId(), request.args(), null));
    try {
      return ctx.waitFor(
          GateRequest.of(id, REASON, payload)
              .schema(request.gateSchema())
              .timeout(properties.timeout()));
    } finally {
      pending.remove(id);
    }
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
        asked -> asked.gate().resolve(changed == null ? asked.args : changed));
  }

  /** Makes the tool's call fail. */
  public SettleResult reject(Scope scope, String turnId, String gateId, @Nullable String reason) {
    return settle(
        scope, turnId, gateId, asked -> asked.gate().reject(new ApprovalRejectedException(reason)));
  }

  /** The first decision wins: whoever comes later finds no gate. */
  private SettleResult settle(
      Scope scope, String turnId, String gateId, Consumer<Pending> decision) {
    Pending asked = pending.get(gateId);
    if (asked == null || !asked.belongsTo(scope, turnId)) {
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
