package dev.adk4j.jdbc;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which conversations to list, the ones with the latest activity first.
 *
 * @param subject only those that this subject was the first to store in; null for all
 * @param limit how many at most, from 1 to 1000
 * @param after only those that come after this place; null to begin at the first
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

  /** The first of a tenant's conversations. */
  public static ConversationQuery of(String tenant, int limit) {
    return new ConversationQuery(tenant, null, limit, null);
  }

  public ConversationQuery withSubject(@Nullable String subject) {
    return new ConversationQuery(tenant, subject, limit, after);
  }

  public ConversationQuery withAfter(@Nullable Place after) {
    return new ConversationQuery(tenant, subject, limit, after);
  }

  /** The place of a conversation in the list. */
  public record Place(Instant lastActivityAt, String conversation) {}
}
