package dev.adk4j.jdbc;

import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;

/** What was said, thought or called in a conversation, with its place in it. */
public sealed interface ConversationEntry {

  /** 1 for the first entry of the conversation, then without gaps but for what was deleted. */
  long seq();

  record Said(long seq, Message message) implements ConversationEntry {}

  record Reflected(long seq, Thought thought) implements ConversationEntry {}

  record Called(long seq, ToolCall toolCall) implements ConversationEntry {}
}
