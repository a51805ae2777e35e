package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;

/**
 * Deletes the stored tool call with that id; an unknown id changes nothing. Called on the thread of
 * the turn.
 */
@FunctionalInterface
public interface DeleteToolCallCallback extends StorageUnitOfWork.Member {

  void deleteToolCall(AgentContext ctx, String id) throws Exception;
}
