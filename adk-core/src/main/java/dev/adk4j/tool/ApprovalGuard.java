package dev.adk4j.tool;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
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
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Opens a gate before each call of a tool and runs the tool only after an approval. The gate's
 * reason is {@link #REASON}, or {@link #CONFIRMATION} if the turn's user confirms; a required role
 * is appended after a colon. The payload is a {@link Request}, the resolution an {@link Decision}.
 * If a call is denied, rejected or timed out, the model receives the error and the turn continues.
 * Immutable.
 *
 * <p>{@link dev.adk4j.gate.GatePolicy} defines who may decide.
 *
 * <p>A decision applies only to the exact arguments that were shown: it is bound to their {@link
 * Checksum#exact}, which rounds no number.
 *
 * <p>If gates are stored, the same call finds a decision that was made while no turn waited, and
 * one decision starts its tool at most once, across restarts.
 *
 * @since 0.1.0
 */
public final class ApprovalGuard implements ToolGuard {

  /** The reason of gates that a person other than the turn's user decides. */
  public static final String REASON = GatePolicy.APPROVAL;

  /** The reason of gates that the turn's user decides. */
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

  /** Selects the calls that need the approval. */
  @FunctionalInterface
  public interface Condition {

    /**
     * May be called more than once for a call, also in other processes; must return the same value
     * each time.
     *
     * @param args validated, defaults filled in
     * @throws Exception to refuse the call
     */
    boolean needsApproval(Tool tool, JsonNode args, DispatchContext ctx) throws Exception;
  }

  /** Returns a guard without a timeout. */
  public static ApprovalGuard required() {
    return UNLIMITED;
  }

  /**
   * @param timeout for the decision, after which the call is refused; at least 1 ms
   */
  public static ApprovalGuard required(Duration timeout) {
    Violations.require(
        timeout != null && timeout.toMillis() >= 1, "$.timeout", "range", "must be at least 1 ms");
    return new ApprovalGuard(REASON, null, null, timeout);
  }

  /** Returns a guard on which only the turn's user decides. */
  public ApprovalGuard byUser() {
    return new ApprovalGuard(CONFIRMATION, role, condition, timeout);
  }

  /**
   * Returns a guard whose deciders must also have this authority.
   *
   * @param role at most 100 letters, digits, dots, dashes, colons and underscores
   */
  public ApprovalGuard role(String role) {
    Violations.require(isRole(role), "$.role", "pattern", "must be letters, digits and . - _ :");
    return new ApprovalGuard(kind, role, condition, timeout);
  }

  static boolean isRole(String role) {
    return ROLE.matcher(role).matches();
  }

  /** Returns a guard that starts all other calls without an approval. */
  public ApprovalGuard when(Condition condition) {
    return new ApprovalGuard(kind, role, Objects.requireNonNull(condition, "condition"), timeout);
  }

  /** Returns a guard that asks for all calls, ignoring the condition. */
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
    Decision decision =
        ctx.waitFor(request(tool, shown, checksum, ctx, call.recordId()).onDecision(receipt::set));
    GateReceipt given = receipt.get();
    if (!decision.approved()) {
      if (given != null) {
        // otherwise the same call would stay denied forever
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

  private GateRequest<Decision> request(
      Tool tool, JsonValue shown, String checksum, DispatchContext ctx, @Nullable String recordId) {
    if (kind.equals(CONFIRMATION) && ctx.scope().subject() == null) {
      throw denied(tool, "the turn works for no user who could confirm it");
    }
    Request payload = new Request(tool.name(), tool.description(), shown, checksum, recordId);
    GateSchema<Decision> checking = value -> decision(tool, value);
    GateSchema<Decision> schema = checking.described(decisionSchema(tool));
    GateRequest<Decision> request =
        GateRequest.of(
                "tool-approval-" + Ids.next(), role == null ? kind : kind + ":" + role, payload)
            .schema(schema)
            .forTool(tool.name(), shown, checksum, recordId)
            .editedWhen(decision -> decision.args() != null);
    return timeout == null ? request : request.timeout(timeout);
  }

  /** Returns the schema of a decision; a plain boolean is accepted too. */
  private static JsonValue decisionSchema(Tool tool) {
    return JsonValue.parse(
        """
        {"type":"object","properties":{"approved":{"type":"boolean"},"args":%s,\
        "reason":{"type":"string"}},"required":["approved"],"additionalProperties":false}"""
            .formatted(tool.inputSchema().json().text()));
  }

  /** Rejects a decision that cannot be applied, so that the gate stays open for a valid one. */
  private static Decision decision(Tool tool, @Nullable Object value) {
    Decision decision =
        switch (value) {
          case Decision given -> given;
          case Boolean approved -> new Decision(approved, null, null);
          case null -> throw refused("is required: true, false or an approval decision");
          default -> ofJson(JsonValue.of(value).node());
        };
    JsonValue args = decision.args();
    if (decision.approved() && args != null) {
      tool.validate(args.node());
    }
    return decision;
  }

  private static Decision ofJson(JsonNode json) {
    if (json.isBoolean()) {
      return new Decision(json.booleanValue(), null, null);
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
    return new Decision(
        approved.booleanValue(),
        args.isMissingNode() || args.isNull() ? null : JsonValue.of(args),
        reason.isString() ? reason.stringValue() : null);
  }

  private static ValidationException refused(String reason) {
    return new ValidationException("$", "approval", reason);
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

  /**
   * Records the decision on a tool's call. A gate may also be resolved with {@code true} or {@code
   * false}, or with a JSON object of these fields.
   *
   * @param approved true if the tool may run
   * @param args the arguments to run it with; null for the model's own
   * @param reason for the model; null for none
   */
  public record Decision(boolean approved, @Nullable JsonValue args, @Nullable String reason) {

    public static Decision approve() {
      return new Decision(true, null, null);
    }

    /** Approves the call with other arguments, which are validated against the tool's schema. */
    public static Decision approve(JsonValue args) {
      return new Decision(true, args, null);
    }

    /**
     * @param reason the text for the model; null for none
     */
    public static Decision deny(@Nullable String reason) {
      return new Decision(false, null, reason);
    }

    /** Omits the arguments and the reason. */
    @Override
    public String toString() {
      return "Decision[" + (approved ? "approved" : "denied") + "]";
    }
  }

  /**
   * Presents a tool's call to the person who decides on it; the payload of the call's gate.
   *
   * @param description the tool's description as the model sees it
   * @param args the model's arguments, defaults filled in
   * @param checksum of the call
   * @param toolCallId the id of the call's future record; null for a call that is not recorded
   */
  public record Request(
      String tool,
      String description,
      JsonValue args,
      String checksum,
      @Nullable String toolCallId) {

    /** Omits the arguments. */
    @Override
    public String toString() {
      return "Request[" + tool + "]";
    }
  }
}
