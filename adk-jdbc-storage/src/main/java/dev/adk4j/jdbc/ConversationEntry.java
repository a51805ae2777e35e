package dev.adk4j.jdbc;

import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;

/**
 * Message, thought or tool call of a conversation, with its position.
 *
 * @since 0.1.0
 */
public sealed interface ConversationEntry {

  /**
   * Returns the position: 1 for the first entry of the conversation, then consecutive, with gaps
   * for deleted entries.
   */
  long seq();

  record Said(long seq, Message message) implements ConversationEntry {}

  record Reflected(long seq, Thought thought) implements ConversationEntry {}

  record Called(long seq, ToolCall toolCall) implements ConversationEntry {}
}
