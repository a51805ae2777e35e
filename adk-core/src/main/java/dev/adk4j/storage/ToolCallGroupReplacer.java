package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.ToolCall;
import java.util.List;

/**
 * Replaces a group of stored tool calls in one step. Optional: without it they are deleted and
 * stored one by one.
 */
@FunctionalInterface
public interface ToolCallGroupReplacer extends StorageUnitOfWork.Member {

  void replaceToolCallGroup(AgentContext ctx, List<String> ids, List<ToolCall> replacements)
      throws Exception;
}
