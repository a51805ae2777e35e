package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.ToolCall;

/**
 * Replaces the stored tool call with the same id; stores it if there is none. Called on the thread
 * of the turn.
 */
@FunctionalInterface
public interface MutateToolCallCallback extends StorageUnitOfWork.Member {

  void mutateToolCall(AgentContext ctx, ToolCall toolCall) throws Exception;
}
