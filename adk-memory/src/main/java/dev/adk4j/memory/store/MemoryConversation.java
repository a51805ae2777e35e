package dev.adk4j.memory.store;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.memory.internal.Digests;
import dev.adk4j.value.Scope;
import java.util.Optional;

/**
 * Conversation of an owner. Messages are captured and numbered per conversation; facts belong to
 * the owner and are found in all of the owner's conversations.
 */
public record MemoryConversation(MemoryOwner owner, String id) {

  public MemoryConversation {
    new Violations()
        .required(owner, "$.owner")
        .requiredText(id, "$.id")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** Returns the scope's conversation; empty if it lacks the subject or the conversation. */
  public static Optional<MemoryConversation> of(Scope scope) {
    String id = scope.conversation();
    return id == null
        ? Optional.empty()
        : MemoryOwner.of(scope).map(owner -> new MemoryConversation(owner, id));
  }

  /** Returns a hash for logs, which do not show the conversation in clear text. */
  public String hash() {
    return Digests.sha256(owner.tenant(), owner.subject(), id).substring(0, 12);
  }

  @Override
  public String toString() {
    return "MemoryConversation[" + hash() + "]";
  }
}
