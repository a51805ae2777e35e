package dev.adk4j.turn;

import dev.adk4j.primitive.ToolCall;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts how often each checksum occurs among the tool calls of a dispatch. Changed under the lock
 * of the writes, read by any thread.
 */
final class ToolCallCounts {

  private final Map<String, Integer> counts = new ConcurrentHashMap<>(4);

  ToolCallCounts(Collection<ToolCall> preloaded) {
    preloaded.forEach(this::add);
  }

  int of(String checksum) {
    return counts.getOrDefault(checksum, 0);
  }

  void add(ToolCall call) {
    counts.merge(call.checksum(), 1, Integer::sum);
  }

  void remove(ToolCall call) {
    counts.computeIfPresent(call.checksum(), (checksum, count) -> count > 1 ? count - 1 : null);
  }

  void recount(Collection<ToolCall> calls) {
    counts.clear();
    calls.forEach(this::add);
  }
}
