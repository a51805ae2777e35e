package dev.adk4j.prompt.context;

import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import java.util.List;

/**
 * A stretch of a conversation that ends with an assistant's message; the last may be open.
 *
 * @param messages in order
 * @param toolCalls those made in its time, in order
 */
public record ContextTurn(List<Message> messages, List<ToolCall> toolCalls) {

  public ContextTurn {
    messages = List.copyOf(messages);
    toolCalls = List.copyOf(toolCalls);
  }
}
