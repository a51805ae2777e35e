package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Message;

/** Stores a new message in the context's scope. Called on the thread of the turn. */
@FunctionalInterface
public interface StoreMessageCallback extends StorageUnitOfWork.Member {

  void storeMessage(AgentContext ctx, Message message) throws Exception;
}
