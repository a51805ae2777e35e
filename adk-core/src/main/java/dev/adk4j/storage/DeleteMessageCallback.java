package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;

/**
 * Deletes the stored message with that id; an unknown id changes nothing. Called on the thread of
 * the turn.
 */
@FunctionalInterface
public interface DeleteMessageCallback extends StorageUnitOfWork.Member {

  void deleteMessage(AgentContext ctx, String id) throws Exception;
}
