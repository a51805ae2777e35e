package dev.adk4j.memory.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Describes one write. It is kept apart from the caller's metadata, which stays unchanged.
 *
 * @param owner the owner of the entry; a manager always sets it
 * @param conversation the conversation that the content comes from, or null
 * @param idempotencyKey equal for all attempts to write one fact; null if there is none
 * @param origin the source of the write, so that a store can separate content written by a model
 * @param turnId the turn that the content comes from, or null
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

  /** Returns the context of a write by the application, with the owner only. */
  public static MemoryWriteContext of(MemoryOwner owner) {
    return new MemoryWriteContext(owner, null, null, Origin.PROGRAM, null);
  }

  public MemoryWriteContext withIdempotencyKey(@Nullable String key) {
    return new MemoryWriteContext(owner, conversation, key, origin, turnId);
  }

  /** Returns the owner, or throws {@code E_MEMORY_SCOPE_MISSING} naming the store. */
  public MemoryOwner requireOwner(String store) {
    return MemoryOwner.require(owner, store);
  }

  /** Source of a write. */
  public enum Origin {
    /** A model, by the add tool. */
    TOOL,
    /** The application's own code. */
    PROGRAM,
    /** Extraction from a conversation. */
    EXTRACTION
  }
}
