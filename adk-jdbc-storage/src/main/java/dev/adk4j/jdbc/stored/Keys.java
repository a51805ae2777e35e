package dev.adk4j.jdbc.stored;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.stored.TurnStore;
import org.jspecify.annotations.Nullable;

/** Key columns of an opening, in their stored form. */
record Keys(
    String tenant,
    String conversation,
    @Nullable String subject,
    String turnId,
    String gateId,
    @Nullable String key,
    String reason) {

  /**
   * Returns the keys of an opening. Throws {@code E_INVALID_INITIAL_TURN_GATE_VALUE} if one of them
   * is too long.
   */
  static Keys of(TurnStore.Opening opening) {
    String conversation = opening.scope().conversation();
    String subject = opening.scope().subject();
    String key = opening.key();
    try {
      return new Keys(
          StorageConnections.key(opening.scope().tenant(), "$.scope.tenant"),
          conversation == null ? "" : StorageConnections.key(conversation, "$.scope.conversation"),
          subject == null ? null : StorageConnections.key(subject, "$.scope.subject"),
          StorageConnections.key(opening.turnId(), "$.turnId"),
          StorageConnections.key(opening.gateId(), "$.id"),
          key == null ? null : StorageConnections.key(key, "$.key"),
          StorageConnections.key(opening.reason(), "$.reason"));
    } catch (AdkException e) {
      throw new AdkException(
          AdkErrorCode.E_INVALID_INITIAL_TURN_GATE_VALUE, String.valueOf(e.getMessage()), e);
    }
  }
}
