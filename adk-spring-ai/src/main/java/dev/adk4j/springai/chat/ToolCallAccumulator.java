package dev.adk4j.springai.chat;

import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;

/**
 * Puts the tool calls of one answer together, of which a model may give fragments. Used by one
 * thread, for one attempt at one answer.
 */
public interface ToolCallAccumulator {

  /**
   * Takes what came next.
   *
   * @param part a whole call, or a piece of one; any of its texts may be null
   */
  void add(ToolCall part);

  /**
   * The calls in the order they are to run. Their ids are the provider's, blank where it gave none;
   * several may have the same. Asked once all has come.
   */
  List<ToolCall> calls();

  /**
   * The library's: calls stay in the order they arrive, one that is repeated word for word counts
   * once, and what has neither id nor name goes on with the call before it.
   */
  static ToolCallAccumulator standard() {
    return new ToolCallCollector();
  }

  /** Begins anew for each attempt. Shared by concurrent dispatches. */
  @FunctionalInterface
  interface Factory {

    ToolCallAccumulator begin();
  }
}
