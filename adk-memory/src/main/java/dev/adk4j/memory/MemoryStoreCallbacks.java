package dev.adk4j.memory;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.injection.InjectionSettings;
import dev.adk4j.memory.internal.MemoryErrors;
import dev.adk4j.memory.internal.injection.MemoryInjection;
import dev.adk4j.memory.internal.injection.Recall;
import dev.adk4j.memory.internal.injection.RecalledMemory;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.MutableMemoryStore;
import dev.adk4j.primitive.Memory;
import dev.adk4j.storage.MemoryStorage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Implements the four memory callbacks with a manager: fetching searches all stores for the
 * conversation's newest text; writes use one store. For reads, use either these callbacks or
 * injection, not both.
 *
 * @since 0.1.0
 */
public final class MemoryStoreCallbacks implements MemoryStorage {

  private final MemoryManager manager;
  private final String store;
  private final InjectionSettings settings;

  private MemoryStoreCallbacks(MemoryManager manager, String store, InjectionSettings settings) {
    this.manager = manager;
    this.store = store;
    this.settings = settings;
  }

  /**
   * @param store store to write to
   * @param settings query, limits and scorer of the search; timing and trigger are ignored
   * @throws AdkException {@code E_MEMORY_STORE_NOT_FOUND}
   */
  public static MemoryStoreCallbacks of(
      MemoryManager manager, String store, InjectionSettings settings) {
    if (manager.store(store).isEmpty()) {
      throw MemoryErrors.storeNotFound(store, manager.storeNames());
    }
    return new MemoryStoreCallbacks(manager, store, settings);
  }

  /** Returns true if this uses the given manager. */
  boolean reads(MemoryManager other) {
    return manager == other;
  }

  /**
   * Returns memories that match the newest message; empty if the message has no text. A failing
   * store contributes none.
   *
   * @throws AdkException {@code E_MEMORY_SCOPE_MISSING}
   */
  @Override
  public List<Memory> fetchMemories(AgentContext ctx) throws Exception {
    MemoryOwner owner = MemoryOwner.require(ctx.scope(), "A memory callback");
    String query = settings.query().derive(ctx, MemoryInjection.messages(ctx)).orElse("");
    return query.isBlank()
        ? List.of()
        : new Recall(manager.memorySearch(), settings)
            .recall(ctx, owner, query).stream().map(RecalledMemory::memory).toList();
  }

  /** Stores the scores as the last known ones; a search computes new ones. */
  @Override
  public void storeMemory(AgentContext ctx, Memory memory) {
    manager.add(
        ctx, memory.content().value(), new MemoryAddOptions(metadata(memory), List.of(store)));
  }

  /** Changes a memory. Throws {@code E_NOT_IMPLEMENTED} if the store does not support it. */
  @Override
  public void mutateMemory(AgentContext ctx, Memory memory) throws Exception {
    mutable("changed")
        .update(ownId(memory.id()), memory.content().value(), metadata(memory), writeContext(ctx));
  }

  /** Deletes a memory. Throws {@code E_NOT_IMPLEMENTED} if the store does not support it. */
  @Override
  public void deleteMemory(AgentContext ctx, String id) throws Exception {
    mutable("deleted").delete(ownId(id), writeContext(ctx));
  }

  /** Removes the store's name from the id of a memory found by this class. */
  private String ownId(String memoryId) {
    String prefix = store + ":";
    return memoryId.startsWith(prefix) ? memoryId.substring(prefix.length()) : memoryId;
  }

  private MutableMemoryStore mutable(String done) {
    if (manager.store(store).orElseThrow() instanceof MutableMemoryStore mutable) {
      return mutable;
    }
    throw new AdkException(
        AdkErrorCode.E_NOT_IMPLEMENTED,
        "Memories of the store '%s' cannot be %s: it is not a MutableMemoryStore."
            .formatted(store, done));
  }

  private static Map<String, @Nullable Object> metadata(Memory memory) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("memoryId", memory.id());
    metadata.put("createdAt", memory.createdAt().toString());
    metadata.put("lastConfidence", memory.confidence());
    metadata.put("lastImportance", memory.importance());
    return metadata;
  }

  private static MemoryWriteContext writeContext(AgentContext ctx) {
    return Caller.turn(
            ctx, MemoryWriteContext.Origin.PROGRAM, "A memory callback", UnaryOperator.identity())
        .writeContext();
  }
}
