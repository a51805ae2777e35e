package dev.adk4j.loop;

import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.token.Tokenizable;

/**
 * The writes of a turn and of a dispatch; each context says what they do.
 *
 * @param <X> the exceptions that a write throws
 */
interface RecordWrites<X extends Exception> {

  void storeMessage(Message message) throws X;

  void mutateMessage(Message message) throws X;

  void deleteMessage(String id) throws X;

  void storeMemory(Memory memory) throws X;

  void mutateMemory(Memory memory) throws X;

  void deleteMemory(String id) throws X;

  void storeThought(Thought thought) throws X;

  void mutateThought(Thought thought) throws X;

  void deleteThought(String id) throws X;

  void storeToolCall(ToolCall toolCall) throws X;

  void mutateToolCall(ToolCall toolCall) throws X;

  void deleteToolCall(String id) throws X;

  void storeRetrievable(Retrievable retrievable) throws X;

  void mutateRetrievable(Retrievable retrievable) throws X;

  void deleteRetrievable(String id) throws X;

  void storeStandingInstruction(Tokenizable instruction) throws X;

  void mutateStandingInstruction(Tokenizable instruction) throws X;

  /** Deletes by value, not by id. */
  void deleteStandingInstruction(Tokenizable instruction) throws X;
}
