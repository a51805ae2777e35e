package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Memory;

/** Stores a new memory in the context's scope. Called on the thread of the turn. */
@FunctionalInterface
public interface StoreMemoryCallback extends StorageUnitOfWork.Member {

  void storeMemory(AgentContext ctx, Memory memory) throws Exception;
}
