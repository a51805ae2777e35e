package dev.adk4j.memory.store;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.memory.internal.Digests;
import dev.adk4j.memory.internal.MemoryErrors;
import dev.adk4j.value.Scope;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Owner of memories: the key that isolates one person's memories from another's. Taken from the
 * turn's {@link Scope}, never from a model's output or a tool's arguments.
 */
public record MemoryOwner(String tenant, String subject) {

  public MemoryOwner {
    new Violations()
        .requiredText(tenant, "$.tenant")
        .requiredText(subject, "$.subject")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** Returns the scope's owner; empty if the scope has no subject. */
  public static Optional<MemoryOwner> of(Scope scope) {
    String subject = scope.subject();
    return subject == null
        ? Optional.empty()
        : Optional.of(new MemoryOwner(scope.tenant(), subject));
  }

  /**
   * Returns the scope's owner. Throws {@code E_MEMORY_SCOPE_MISSING} if the scope has no subject.
   *
   * @param caller the subject of the error's message, such as "A memory search"
   */
  public static MemoryOwner require(Scope scope, String caller) {
    return of(scope).orElseThrow(() -> MemoryErrors.scopeMissing(caller));
  }

  static MemoryOwner require(@Nullable MemoryOwner owner, String store) {
    if (owner == null) {
      throw MemoryErrors.scopeMissing("The memory store '" + store + "'");
    }
    return owner;
  }

  /** Returns a hash for logs, equal for equal owners. */
  public String hash() {
    return Digests.sha256(tenant, subject).substring(0, 12);
  }

  /** Returns the hash, never the owner in clear text. */
  @Override
  public String toString() {
    return "MemoryOwner[" + hash() + "]";
  }
}
