package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;

/**
 * Deletes the stored thought with that id; an unknown id changes nothing. Called on the thread of
 * the turn.
 */
@FunctionalInterface
public interface DeleteThoughtCallback extends StorageUnitOfWork.Member {

  void deleteThought(AgentContext ctx, String id) throws Exception;
}
