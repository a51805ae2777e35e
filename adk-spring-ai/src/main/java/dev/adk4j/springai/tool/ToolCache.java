package dev.adk4j.springai.tool;

import dev.adk4j.loop.Tool;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.ai.tool.ToolCallback;

/**
 * Caches the tools of the last turn's callbacks, because creating a tool parses its schema.
 * Thread-safe.
 */
final class ToolCache {

  private volatile Map<ToolCallback, Tool> last = Map.of();

  List<Tool> toolsOf(List<ToolCallback> callbacks) {
    Map<ToolCallback, Tool> known = last;
    Map<ToolCallback, Tool> current = new IdentityHashMap<>();
    List<Tool> tools = new ArrayList<>();
    for (ToolCallback callback : callbacks) {
      Tool tool = known.isEmpty() ? null : known.get(callback);
      Tool made = tool == null ? SpringAiTools.of(callback) : tool;
      current.put(callback, made);
      tools.add(made);
    }
    last = current;
    return tools;
  }
}
