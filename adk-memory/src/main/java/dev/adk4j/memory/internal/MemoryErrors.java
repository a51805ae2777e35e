package dev.adk4j.memory.internal;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.memory.MemoryErrorCode;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Creates the errors of memory stores. */
public final class MemoryErrors {

  /** Largest length of one fact in characters. */
  public static final int MAX_CONTENT_LENGTH = 2_000_000;

  private MemoryErrors() {}

  public static AdkException scopeMissing(String who) {
    return AdkException.saying(
        MemoryErrorCode.E_MEMORY_SCOPE_MISSING,
        "%s requires an owner, but the turn's scope has no subject; set"
            + " RawTurnContext.scope(Scope.of(tenant, subject, conversation)) or declare"
            + " a ScopeResolver.",
        who);
  }

  public static AdkException readOnly(String store) {
    return AdkException.saying(
        MemoryErrorCode.E_MEMORY_STORE_READ_ONLY, "The memory store '%s' is read-only.", store);
  }

  public static AdkException storeNotFound(String store, Collection<String> known) {
    return AdkException.of(MemoryErrorCode.E_MEMORY_STORE_NOT_FOUND)
        .message(
            "There is no memory store '%s'; there are: %s."
                .formatted(store, String.join(", ", known)))
        .args(store)
        .build();
  }

  /** Throws {@code VALIDATION_EXCEPTION} if the content is null, blank or too long. */
  public static void requireContent(@Nullable String content) {
    new Violations()
        .required(content, "$.content")
        .check(content == null || !content.isBlank(), "$.content", "blank", "must not be blank")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    requireLength(content);
  }

  /** Throws {@code VALIDATION_EXCEPTION} for more than {@link #MAX_CONTENT_LENGTH} characters. */
  public static void requireLength(@Nullable String content) {
    int length = content == null ? 0 : content.length();
    Violations.require(
        length <= MAX_CONTENT_LENGTH,
        "$.content",
        "length",
        "must not be longer than "
            + MAX_CONTENT_LENGTH
            + " characters, was "
            + length
            + "; store a summary in memory and the text in an artifact");
  }

  /** Describes a failure for logs by class and code, because a message may quote content. */
  public static String describe(Throwable cause) {
    String name = cause.getClass().getName();
    return cause instanceof AdkException adk ? name + " " + adk.code() : name;
  }
}
