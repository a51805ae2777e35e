package dev.adk4j.memory;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.injection.InjectionConfig;
import dev.adk4j.memory.injection.Recall;
import dev.adk4j.memory.injection.RecalledMemory;
import dev.adk4j.memory.store.MemoryErrors;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.MutableMemoryStore;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.MemoryStorage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The four memory callbacks over a manager: fetching searches for what the conversation is about,
 * writing goes to one store. Use it for reading or the injection middleware, not both.
 */
public final class MemoryStoreCallbacks implements MemoryStorage {

  private final MemoryManager manager;
  private final String store;
  private final InjectionConfig config;

  private MemoryStoreCallbacks(MemoryManager manager, String store, InjectionConfig config) {
    this.manager = manager;
    this.store = store;
    this.config = config;
  }

  /**
   * @param store the store that is written to
   * @param config what is looked for, how much, and how it is weighed; timing and trigger are not
   *     used
   * @throws AdkException {@code E_MEMORY_STORE_NOT_FOUND}
   */
  public static MemoryStoreCallbacks of(
      MemoryManager manager, String store, InjectionConfig config) {
    if (manager.store(store).isEmpty()) {
      throw AdkException.of(AdkErrorCode.E_MEMORY_STORE_NOT_FOUND)
          .message(
              "There is no memory store '"
                  + store
                  + "'; there are: "
                  + String.join(", ", manager.storeNames())
                  + ".")
          .args(store)
          .build();
    }
    return new MemoryStoreCallbacks(manager, store, config);
  }

  /** Whether what it finds is found by that manager. */
  boolean reads(MemoryManager other) {
    return manager == other;
  }

  /**
   * What fits the newest message; nothing where there is no text to look for. A store that fails
   * has nothing.
   *
   * @throws AdkException {@code E_MEMORY_SCOPE_MISSING}
   */
  @Override
  public List<Memory> fetchMemories(AgentContext ctx) throws Exception {
    MemoryOwner owner = owner(ctx);
    List<Message> messages = List.copyOf(ctx.turnMessages());
    Optional<String> query =
        config.query().derive(ctx, messages.isEmpty() ? ctx.fetchMessages() : messages);
    return query.isEmpty() || query.get().isBlank()
        ? List.of()
        : new Recall(manager, config)
            .recall(ctx, owner, query.get()).stream().map(RecalledMemory::memory).toList();
  }

  /** The scores are noted as the last known ones; they are weighed afresh when it is found. */
  @Override
  public void storeMemory(AgentContext ctx, Memory memory) {
    manager.add(
        ctx, memory.content().value(), new MemoryAddOptions(metadata(memory), List.of(store)));
  }

  /** {@code E_NOT_IMPLEMENTED} where the store cannot change what it has. */
  @Override
  public void mutateMemory(AgentContext ctx, Memory memory) throws Exception {
    mutable("changed")
        .update(ownId(memory.id()), memory.content().value(), metadata(memory), writeContext(ctx));
  }

  /** {@code E_NOT_IMPLEMENTED} where the store cannot delete. */
  @Override
  public void deleteMemory(AgentContext ctx, String id) throws Exception {
    mutable("deleted").delete(ownId(id), writeContext(ctx));
  }

  /** A memory that was found here is named {@code store:id}; any other by what it is named. */
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
        "Memories of the store '"
            + store
            + "' cannot be "
            + done
            + ": it is no MutableMemoryStore.");
  }

  private static Map<String, @Nullable Object> metadata(Memory memory) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("memoryId", memory.id());
    metadata.put("createdAt", memory.createdAt().toString());
    metadata.put("lastConfidence", memory.confidence());
    metadata.put("lastImportance", memory.importance());
    return metadata;
  }

  private MemoryWriteContext writeContext(AgentContext ctx) {
    return new MemoryWriteContext(
        owner(ctx),
        ctx.scope().conversation(),
        null,
        MemoryWriteContext.Origin.PROGRAM,
        ctx.turnId());
  }

  private static MemoryOwner owner(AgentContext ctx) {
    return MemoryOwner.of(Objects.requireNonNull(ctx).scope())
        .orElseThrow(() -> MemoryErrors.scopeMissing("A memory callback"));
  }
}
