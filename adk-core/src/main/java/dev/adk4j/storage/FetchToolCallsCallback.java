package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.ToolCall;
import java.util.List;

/**
 * Fetches the tool calls of the context's scope, in the order they were stored. Called on the
 * thread of the turn.
 */
@FunctionalInterface
public interface FetchToolCallsCallback {

  List<ToolCall> fetchToolCalls(AgentContext ctx) throws Exception;
}
