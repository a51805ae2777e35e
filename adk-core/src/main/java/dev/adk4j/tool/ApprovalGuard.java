package dev.adk4j.tool;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violation;
import dev.adk4j.error.Violations;
import dev.adk4j.gate.GatePolicy;
import dev.adk4j.gate.GateReceipt;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateSchema;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolGuard;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Opens a gate before each call of a tool and runs the tool only when it was approved. The gate's
 * reason is {@link #REASON}, or {@link #CONFIRMATION} where the user confirms; a required role
 * stands behind a colon. Its payload is an {@link ApprovalRequest}, its resolution an {@link
 * ApprovalDecision}. A denied, rejected or timed-out call is answered to the model with the error;
 * the turn goes on. Immutable.
 *
 * <p>{@link dev.adk4j.gate.GatePolicy} holds who may decide.
 *
 * <p>A decision is bound to the exact arguments that were shown: to their {@link Checksum#exact},
 * in which no number is rounded.
 *
 * <p>Where gates are stored, the same call finds the decision that was made while nobody waited,
 * and one decision starts its tool at most once, across restarts.
 *
 * @since 0.1.0
 */
public final class ApprovalGuard implements ToolGuard {

  /** The reason of gates on which somebody else than the turn's user decides. */
  public static final String REASON = GatePolicy.APPROVAL;

  /** The reason of gates on which the turn's user decides. */
  public static final String CONFIRMATION = GatePolicy.CONFIRMATION;

  private static final Pattern ROLE = Pattern.compile("[A-Za-z0-9_.:-]{1,100}+");
  private static final ApprovalGuard UNLIMITED = new ApprovalGuard(REASON, null, null, null);

  private final String kind;
  private final @Nullable String role;
  private final @Nullable Condition condition;
  private final @Nullable Duration timeout;

  private ApprovalGuard(
      String kind,
      @Nullable String role,
      @Nullable Condition condition,
      @Nullable Duration timeout) {
    this.kind = kind;
    this.role = role;
    this.condition = condition;
    this.timeout = timeout;
  }

  /** Says which calls need the approval. */
  @FunctionalInterface
  public interface Condition {

    /**
     * Asked more than once for a call, in several processes too; gives the same answer each time.
     *
     * @param args validated, defaults filled in
     * @throws Exception to refuse the call
     */
    boolean needsApproval(Tool tool, JsonNode args, DispatchContext ctx) throws Exception;
  }

  /** Waits as long as it takes. */
  public static ApprovalGuard required() {
    return UNLIMITED;
  }

  /**
   * @param timeout after which a call that nobody decided on is refused; at least 1 ms
   */
  public static ApprovalGuard required(Duration timeout) {
    new Violations()
        .check(
            timeout != null && timeout.toMillis() >= 1,
            "$.timeout",
            "range",
            "must be at least 1 ms")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    return new ApprovalGuard(REASON, null, null, timeout);
  }

  /** Returns a guard on which the user decides whom the turn works for, and nobody else. */
  public ApprovalGuard byUser() {
    return new ApprovalGuard(CONFIRMATION, role, condition, timeout);
  }

  /**
   * Returns a guard on which only those decide who have this authority too.
   *
   * @param role at most 100 letters, digits, dots, dashes, colons and underscores
   */
  public ApprovalGuard role(String role) {
    new Violations()
        .check(isRole(role), "$.role", "pattern", "must be letters, digits and . - _ :")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    return new ApprovalGuard(kind, role, condition, timeout);
  }

  static boolean isRole(String role) {
    return ROLE.matcher(role).matches();
  }

  /** Returns a guard that lets other calls start at once. */
  public ApprovalGuard when(Condition condition) {
    return new ApprovalGuard(kind, role, Objects.requireNonNull(condition, "condition"), timeout);
  }

  /** Returns a guard for all calls, also those that the condition would let start. */
  public ApprovalGuard always() {
    return condition == null ? this : new ApprovalGuard(kind, role, null, timeout);
  }

  private boolean letsStart(Tool tool, JsonNode args, DispatchContext ctx) throws Exception {
    return condition != null && !condition.needsApproval(tool, args.deepCopy(), ctx);
  }

  @Override
  public ToolOutput guard(
      Tool tool, JsonNode args, String checksum, DispatchContext ctx, GuardedCall call)
      throws Exception {
    if (letsStart(tool, args, ctx)) {
      return call.proceed(args);
    }
    AtomicReference<@Nullable GateReceipt> receipt = new AtomicReference<>();
    JsonValue shown = JsonValue.of(args);
    ApprovalDecision decision =
        ctx.waitFor(request(tool, shown, checksum, ctx, call.recordId()).onDecision(receipt::set));
    GateReceipt given = receipt.get();
    if (!decision.approved()) {
      if (given != null) {
        // or the same call would stay denied for good
        given.decline(tool.name(), shown);
      }
      throw denied(tool, decision.reason());
    }
    JsonValue edited = decision.args();
    JsonValue effective = edited == null ? shown : edited;
    if (given == null) {
      return call.proceed(effective.node());
    }
    return given.runOnce(tool.name(), effective, () -> call.proceed(effective.node()));
  }

  @Override
  public Optional<GateRequest<?>> approval(
      Tool tool, JsonNode args, String checksum, DispatchContext ctx, @Nullable String recordId)
      throws Exception {
    return letsStart(tool, args, ctx)
        ? Optional.empty()
        : Optional.of(request(tool, JsonValue.of(args), checksum, ctx, recordId));
  }

  private GateRequest<ApprovalDecision> request(
      Tool tool, JsonValue shown, String checksum, DispatchContext ctx, @Nullable String recordId) {
    if (kind.equals(CONFIRMATION) && ctx.scope().subject() == null) {
      throw denied(tool, "the turn works for no user who could confirm it");
    }
    ApprovalRequest payload =
        new ApprovalRequest(tool.name(), tool.description(), shown, checksum, recordId);
    GateSchema<ApprovalDecision> checking = value -> decision(tool, value);
    GateSchema<ApprovalDecision> schema = checking.described(decisionSchema(tool));
    GateRequest<ApprovalDecision> request =
        GateRequest.of(
                "tool-approval-" + Ids.next(), role == null ? kind : kind + ":" + role, payload)
            .schema(schema)
            .forTool(tool.name(), shown, checksum, recordId)
            .editedWhen(decision -> decision.args() != null);
    return timeout == null ? request : request.timeout(timeout);
  }

  /** Returns the schema of what a person may answer; a plain boolean is taken, too. */
  private static JsonValue decisionSchema(Tool tool) {
    return JsonValue.of(
        Map.of(
            "type",
            "object",
            "properties",
            Map.of(
                "approved",
                Map.of("type", "boolean"),
                "args",
                tool.inputSchema().json().node(),
                "reason",
                Map.of("type", "string")),
            "required",
            List.of("approved"),
            "additionalProperties",
            false));
  }

  /**
   * Refuses what cannot be carried out, so that the gate stays open and the decision can be made.
   */
  private static ApprovalDecision decision(Tool tool, @Nullable Object value) {
    ApprovalDecision decision =
        switch (value) {
          case ApprovalDecision given -> given;
          case Boolean approved -> new ApprovalDecision(approved, null, null);
          case null -> throw refused("is required: true, false or an approval decision");
          default -> ofJson(JsonValue.of(value).node());
        };
    JsonValue args = decision.args();
    if (decision.approved() && args != null) {
      tool.validate(args.node());
    }
    return decision;
  }

  private static ApprovalDecision ofJson(JsonNode json) {
    if (json.isBoolean()) {
      return new ApprovalDecision(json.booleanValue(), null, null);
    }
    JsonNode approved = json.path("approved");
    JsonNode reason = json.path("reason");
    JsonNode args = json.path("args");
    if (!json.isObject() || !approved.isBoolean()) {
      throw refused("must be true, false or an object with a boolean 'approved'");
    }
    if (!(reason.isMissingNode() || reason.isNull() || reason.isString())) {
      throw refused("must have text for its 'reason'");
    }
    for (String name : json.propertyNames()) {
      if (!List.of("approved", "reason", "args").contains(name)) {
        throw refused("has an unknown field '" + name + "'");
      }
    }
    return new ApprovalDecision(
        approved.booleanValue(),
        args.isMissingNode() || args.isNull() ? null : JsonValue.of(args),
        reason.isString() ? reason.stringValue() : null);
  }

  private static ValidationException refused(String reason) {
    return new ValidationException(List.of(new Violation("$", "approval", reason)));
  }

  private static AdkException denied(Tool tool, @Nullable String reason) {
    return AdkException.of(AdkErrorCode.E_TOOL_APPROVAL_DENIED)
        .message(
            "The call of tool '"
                + tool.name()
                + "' was not approved"
                + (reason == null || reason.isBlank() ? "." : ": " + reason))
        .args(tool.name())
        .build();
  }
}
