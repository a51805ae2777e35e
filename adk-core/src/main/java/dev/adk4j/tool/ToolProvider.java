package dev.adk4j.tool;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.Tool;
import java.util.List;

/**
 * Supplies the tools of a turn or dispatch, which may depend on its scope. Must be thread-safe.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface ToolProvider {

  List<Tool> tools(AgentContext ctx) throws Exception;
}
