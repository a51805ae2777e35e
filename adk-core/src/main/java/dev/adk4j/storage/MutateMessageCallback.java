package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Message;

/**
 * Replaces the stored message with the same id; stores it if there is none. Called on the thread of
 * the turn.
 */
@FunctionalInterface
public interface MutateMessageCallback extends StorageUnitOfWork.Member {

  void mutateMessage(AgentContext ctx, Message message) throws Exception;
}
