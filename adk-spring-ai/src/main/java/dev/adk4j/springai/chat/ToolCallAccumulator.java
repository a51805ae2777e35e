package dev.adk4j.springai.chat;

import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;

/**
 * Combines the tool calls of an answer, which may arrive in fragments. Used for one attempt at one
 * answer. Not thread-safe.
 *
 * @since 0.1.0
 */
public interface ToolCallAccumulator {

  /**
   * Adds a part.
   *
   * @param part complete call or fragment; any of its texts may be null
   */
  void add(ToolCall part);

  /**
   * Returns the calls in execution order. Their ids are the provider's, blank if absent; they need
   * not be unique. Called once, at the end of the answer.
   */
  List<ToolCall> calls();

  /**
   * Returns the default factory: calls keep their order of arrival, an exactly repeated call counts
   * once, and a part without id and name continues the previous call.
   */
  static ToolCallAccumulator standard() {
    return new ToolCallCollector();
  }

  /** Creates an accumulator for each attempt. Must be thread-safe. */
  @FunctionalInterface
  interface Factory {

    ToolCallAccumulator begin();
  }
}
