package dev.adk4j.memory.store;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import org.jspecify.annotations.Nullable;

/** The errors of memory stores, for whoever writes one. */
public final class MemoryErrors {

  private MemoryErrors() {}

  public static AdkException scopeMissing(String who) {
    return AdkException.of(AdkErrorCode.E_MEMORY_SCOPE_MISSING)
        .message(
            who
                + " needs an owner and there is none: the turn's scope names no subject; give"
                + " RawTurnContext.scope(Scope.of(tenant, subject, conversation)) or declare a"
                + " ScopeResolver.")
        .args(who)
        .build();
  }

  public static AdkException readOnly(String store) {
    return AdkException.of(AdkErrorCode.E_MEMORY_STORE_READ_ONLY)
        .message("The memory store '" + store + "' is read-only.")
        .args(store)
        .build();
  }

  /** {@code VALIDATION_EXCEPTION} unless there is something to remember. */
  public static void requireContent(@Nullable String content) {
    new Violations()
        .required(content, "$.content")
        .check(content == null || !content.isBlank(), "$.content", "blank", "must not be blank")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  static MemoryOwner requireOwner(@Nullable MemoryOwner owner, String store) {
    if (owner == null) {
      throw scopeMissing("The memory store '" + store + "'");
    }
    return owner;
  }
}
