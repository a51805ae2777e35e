package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;

/**
 * Deletes the stored retrievable with that id; an unknown id changes nothing. Called on the thread
 * of the turn.
 */
@FunctionalInterface
public interface DeleteRetrievableCallback extends StorageUnitOfWork.Member {

  void deleteRetrievable(AgentContext ctx, String id) throws Exception;
}
