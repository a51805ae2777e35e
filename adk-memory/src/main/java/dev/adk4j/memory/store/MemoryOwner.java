package dev.adk4j.memory.store;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.value.Scope;
import java.util.Optional;

/**
 * Who memories belong to; what isolates one person's from another's. Taken from the turn's {@link
 * Scope}, never from a model's output or a tool's arguments.
 */
public record MemoryOwner(String tenant, String subject) {

  public MemoryOwner {
    new Violations()
        .requiredText(tenant, "$.tenant")
        .requiredText(subject, "$.subject")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** The owner that scope names; empty where it has no subject. */
  public static Optional<MemoryOwner> of(Scope scope) {
    String subject = scope.subject();
    return subject == null
        ? Optional.empty()
        : Optional.of(new MemoryOwner(scope.tenant(), subject));
  }

  /** The same for equal owners; for logs, where the owner itself is never written. */
  public String hash() {
    return Digests.sha256(tenant, subject).substring(0, 12);
  }

  /** The hash; never the owner in clear. */
  @Override
  public String toString() {
    return "MemoryOwner[" + hash() + "]";
  }
}
