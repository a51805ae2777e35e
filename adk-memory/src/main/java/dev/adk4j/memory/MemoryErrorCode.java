package dev.adk4j.memory;

import dev.adk4j.error.ErrorCode;

/**
 * Errors of memory stores and of extraction.
 *
 * @since 0.1.0
 */
public enum MemoryErrorCode implements ErrorCode {
  E_INVALID_MEMORY_MANAGER_CONFIG(
      529,
      true,
      "The memory manager is not configured correctly.",
      "Correct what the message names; no store was contacted."),
  E_MEMORY_SCOPE_MISSING(
      400,
      true,
      "Memory needs an owner and the scope names no subject.",
      "Give the raw turn context a scope with a subject, or declare a ScopeResolver."),
  E_MEMORY_STORE_NOT_FOUND(
      404,
      "There is no memory store of that name.",
      "Name one of the stores the message lists; nothing was searched or written."),
  E_MEMORY_STORE_READ_ONLY(
      403, "The memory store is read-only.", "Write to a writable store; nothing was written."),
  E_MEMORY_STORE_ADD_UNSUPPORTED(
      422,
      "The memory store takes whole messages only.",
      "Write to a store that takes single facts; nothing was written."),
  E_MEMORY_NO_WRITABLE_STORE(
      422, "No memory store is left to write to.", "Configure a writable store, or name one."),
  E_MEMORY_NO_STORE_IN_SCOPE(
      422,
      "None of the named memory stores can be used here.",
      "Name one of the stores the message lists, or leave the stores out."),
  E_MEMORY_WRITE_FAILED(
      502,
      "Memory could not be written to every store.",
      "Look at the failures the message names; the other writes stand."),
  E_MEMORY_STORE_INIT_FAILED(
      503,
      "A memory store could not be initialised.",
      "Look at the cause; later stores were not initialised."),
  E_MEMORY_TIMEOUT(
      504,
      "A memory store did not answer in time.",
      "Try again later, or raise the time limit the message names."),
  E_MEMORY_EXTRACTION_FAILED(
      502,
      "Facts could not be extracted from a conversation.",
      "Look at the cause; the messages stay in the journal and are tried again.");

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
