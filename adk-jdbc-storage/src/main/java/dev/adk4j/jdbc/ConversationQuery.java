package dev.adk4j.jdbc;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Query for a tenant's conversations, most recent activity first.
 *
 * @param subject lists only conversations that this subject began; null for all
 * @param limit largest number of conversations, from 1 to 1000
 * @param after lists only conversations after this position; null for the first page
 * @since 0.1.0
 */
public record ConversationQuery(
    String tenant, @Nullable String subject, int limit, @Nullable Place after) {

  public ConversationQuery {
    new Violations()
        .requiredText(tenant, "$.tenant")
        .optionalText(subject, "$.subject")
        .check(limit >= 1 && limit <= 1000, "$.limit", "range", "must be from 1 to 1000")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** Returns a query for the first page of a tenant's conversations. */
  public static ConversationQuery of(String tenant, int limit) {
    return new ConversationQuery(tenant, null, limit, null);
  }

  public ConversationQuery withSubject(@Nullable String subject) {
    return new ConversationQuery(tenant, subject, limit, after);
  }

  public ConversationQuery withAfter(@Nullable Place after) {
    return new ConversationQuery(tenant, subject, limit, after);
  }

  /** Position of a conversation in the list. */
  public record Place(Instant lastActivityAt, String conversation) {}
}
