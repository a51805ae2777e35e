package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;

/**
 * Deletes the stored memory with that id; an unknown id changes nothing. Called on the thread of
 * the turn.
 */
@FunctionalInterface
public interface DeleteMemoryCallback extends StorageUnitOfWork.Member {

  void deleteMemory(AgentContext ctx, String id) throws Exception;
}
