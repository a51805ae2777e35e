package dev.adk4j.memory.store;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.value.Scope;
import java.util.Optional;

/**
 * One conversation of an owner. Messages are captured and numbered per conversation; what is
 * learned in one is found in all of the same owner.
 */
public record MemoryConversation(MemoryOwner owner, String id) {

  public MemoryConversation {
    new Violations()
        .required(owner, "$.owner")
        .requiredText(id, "$.id")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** The conversation that scope names; empty where it lacks the subject or the conversation. */
  public static Optional<MemoryConversation> of(Scope scope) {
    String id = scope.conversation();
    return id == null
        ? Optional.empty()
        : MemoryOwner.of(scope).map(owner -> new MemoryConversation(owner, id));
  }

  /** For logs; never the conversation in clear. */
  public String hash() {
    return Digests.sha256(owner.tenant(), owner.subject(), id).substring(0, 12);
  }

  @Override
  public String toString() {
    return "MemoryConversation[" + hash() + "]";
  }
}
