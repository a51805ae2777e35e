package dev.adk4j.gate;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import org.jspecify.annotations.Nullable;

/**
 * Query for a page of gates, oldest first. Use the {@code with…} methods to change one parameter.
 *
 * @param tenant null for all tenants
 * @param conversation null for all
 * @param turnId null for all
 * @param reason null for all
 * @param undecided true for gates that are still open or being checked, false for all
 * @param after {@link GateRecord#ref()} of the last gate seen; null for the first page
 * @param limit 1 to 1000
 */
public record GateQuery(
    @Nullable String tenant,
    @Nullable String conversation,
    @Nullable String turnId,
    @Nullable String reason,
    boolean undecided,
    @Nullable String after,
    int limit) {

  /** Finds the oldest 100 undecided gates of all tenants. */
  public static final GateQuery UNDECIDED = new GateQuery(null, null, null, null, true, null, 100);

  public GateQuery {
    new Violations()
        .optionalText(tenant, "$.tenant")
        .optionalText(conversation, "$.conversation")
        .optionalText(turnId, "$.turnId")
        .optionalText(reason, "$.reason")
        .optionalText(after, "$.after")
        .check(limit >= 1 && limit <= 1000, "$.limit", "range", "must be from 1 to 1000")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  public GateQuery withTenant(@Nullable String tenant) {
    return new GateQuery(tenant, conversation, turnId, reason, undecided, after, limit);
  }

  public GateQuery withConversation(@Nullable String conversation) {
    return new GateQuery(tenant, conversation, turnId, reason, undecided, after, limit);
  }

  public GateQuery withTurnId(@Nullable String turnId) {
    return new GateQuery(tenant, conversation, turnId, reason, undecided, after, limit);
  }

  public GateQuery withReason(@Nullable String reason) {
    return new GateQuery(tenant, conversation, turnId, reason, undecided, after, limit);
  }

  public GateQuery withUndecided(boolean undecided) {
    return new GateQuery(tenant, conversation, turnId, reason, undecided, after, limit);
  }

  public GateQuery withAfter(@Nullable String after) {
    return new GateQuery(tenant, conversation, turnId, reason, undecided, after, limit);
  }

  public GateQuery withLimit(int limit) {
    return new GateQuery(tenant, conversation, turnId, reason, undecided, after, limit);
  }
}
