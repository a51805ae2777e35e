package dev.adk4j.memory.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Describes one write, separately from the caller's metadata, which stays unchanged.
 *
 * @param owner owner of the entry; a manager always sets it
 * @param conversation conversation of the content; may be null
 * @param idempotencyKey equal for all attempts to write one fact; null if there is none
 * @param origin source of the write, which lets a store separate content written by a model
 * @param turnId turn of the content; may be null
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

  /**
   * Returns the owner. Throws {@code E_MEMORY_SCOPE_MISSING} with the store's name if there is
   * none.
   */
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
