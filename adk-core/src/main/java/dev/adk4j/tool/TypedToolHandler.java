package dev.adk4j.tool;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.ToolOutput;

/** What a tool with a typed input does. Shared by concurrent turns. */
@FunctionalInterface
public interface TypedToolHandler<T> {

  /**
   * @param input the arguments, validated, defaults filled in
   */
  ToolOutput handle(T input, DispatchContext ctx) throws Exception;
}
