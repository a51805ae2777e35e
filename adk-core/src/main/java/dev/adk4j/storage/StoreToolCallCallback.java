package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.ToolCall;

/** Stores a new tool call in the context's scope. Called on the thread of the turn. */
@FunctionalInterface
public interface StoreToolCallCallback extends StorageUnitOfWork.Member {

  void storeToolCall(AgentContext ctx, ToolCall toolCall) throws Exception;
}
