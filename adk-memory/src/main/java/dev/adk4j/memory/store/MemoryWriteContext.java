package dev.adk4j.memory.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a store is told about a write, beside the caller's metadata, which stays what it was.
 *
 * @param owner whose memory it becomes; behind a manager always given
 * @param conversation the conversation it comes from, where there is one
 * @param idempotencyKey the same for every try of one fact; null where there is none
 * @param origin who asked for it, so that a store can keep apart what a model wrote
 * @param turnId the turn it comes from, where there is one
 */
public record MemoryWriteContext(
    @Nullable MemoryOwner owner,
    @Nullable String conversation,
    @Nullable String idempotencyKey,
    Origin origin,
    @Nullable String turnId) {

  public MemoryWriteContext {
    Objects.requireNonNull(origin, "origin");
  }

  /** A write by the program, with nothing but an owner. */
  public static MemoryWriteContext of(MemoryOwner owner) {
    return new MemoryWriteContext(owner, null, null, Origin.PROGRAM, null);
  }

  public MemoryWriteContext withIdempotencyKey(@Nullable String key) {
    return new MemoryWriteContext(owner, conversation, key, origin, turnId);
  }

  /** The owner, or {@code E_MEMORY_SCOPE_MISSING} naming the store. */
  public MemoryOwner requireOwner(String store) {
    return MemoryErrors.requireOwner(owner, store);
  }

  /** Who asked for a write. */
  public enum Origin {
    /** A model, by the add tool. */
    TOOL,
    /** The application's own code. */
    PROGRAM,
    /** Extraction from a conversation. */
    EXTRACTION
  }
}
