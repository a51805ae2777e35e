package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Memory;

/**
 * Replaces the stored memory with the same id; stores it if there is none. Called on the thread of
 * the turn.
 */
@FunctionalInterface
public interface MutateMemoryCallback extends StorageUnitOfWork.Member {

  void mutateMemory(AgentContext ctx, Memory memory) throws Exception;
}
