package dev.adk4j.memory;

import dev.adk4j.error.ErrorCode;

/**
 * Error codes of memory stores and extraction.
 *
 * @since 0.1.0
 */
public enum MemoryErrorCode implements ErrorCode {
  E_INVALID_MEMORY_MANAGER_CONFIG(
      529,
      true,
      "The memory manager is configured incorrectly.",
      "Correct the setting in the message; no store was called."),
  E_MEMORY_SCOPE_MISSING(
      400,
      true,
      "Memory requires an owner, but the scope has no subject.",
      "Set a scope with a subject on the raw turn context, or declare a ScopeResolver."),
  E_MEMORY_STORE_NOT_FOUND(
      404,
      "No memory store has that name.",
      "Use one of the stores in the message; nothing was searched or written."),
  E_MEMORY_STORE_READ_ONLY(
      403, "The memory store is read-only.", "Write to a writable store; nothing was written."),
  E_MEMORY_STORE_ADD_UNSUPPORTED(
      422,
      "The memory store accepts only whole messages.",
      "Write to a store that accepts single facts; nothing was written."),
  E_MEMORY_NO_WRITABLE_STORE(
      422, "No memory store is available for writing.", "Configure a writable store, or name one."),
  E_MEMORY_NO_STORE_IN_SCOPE(
      422,
      "None of the named memory stores can be used here.",
      "Name one of the stores in the message, or omit the stores."),
  E_MEMORY_WRITE_FAILED(
      502,
      "Memory could not be written to every store.",
      "See the failures in the message; the other writes succeeded."),
  E_MEMORY_STORE_INIT_FAILED(
      503,
      "A memory store could not be initialized.",
      "See the cause; later stores were not initialized."),
  E_MEMORY_TIMEOUT(
      504,
      "A memory store did not respond in time.",
      "Retry later, or increase the time limit in the message."),
  E_MEMORY_EXTRACTION_FAILED(
      502,
      "Facts could not be extracted from a conversation.",
      "See the cause; the messages stay in the journal and extraction is retried.");

  private final Info info;

  MemoryErrorCode(int status, String meaning, String help) {
    this(status, false, meaning, help);
  }

  MemoryErrorCode(int status, boolean fatal, String meaning, String help) {
    info = new Info(status, fatal, meaning, help);
  }

  @Override
  public Info info() {
    return info;
  }
}
