package dev.adk4j.loop;

import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.stored.StoredTurn;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The context of one turn. Its {@code store*}, {@code mutate*} and {@code delete*} methods call the
 * callback immediately and do not change the Sets; the callback's exceptions reach the caller.
 *
 * @since 0.1.0
 */
public interface TurnContext extends AgentContext, RecordWrites<Exception> {

  /** Returns the caller's messages for middleware to accept; the runtime does not process them. */
  List<Message> input();

  /**
   * Replaces the messages for the middleware after this one. They keep their ids, by which the
   * turn's answer is found.
   */
  default void replaceInput(List<Message> input) {
    throw new UnsupportedOperationException("This context cannot replace the input.");
  }

  /**
   * Sets the filter for messages that are sent to the running turn, called before they are stored.
   * Each message keeps its id. If the filter throws {@code E_GUARD_REFUSED}, the message is dropped
   * and the turn continues.
   */
  default void filterInput(UnaryOperator<Message> filter) {
    // none comes
  }

  /** Returns the name of the turn's agent; empty without a name. */
  default Optional<String> agent() {
    return Optional.empty();
  }

  /** Returns the turn as it waits now; empty if it ended for another reason, or has not ended. */
  default Optional<StoredTurn> waiting() {
    return Optional.empty();
  }

  /** Stores the message and adds it to {@link #turnMessages()}. */
  default void append(Message message) throws Exception {
    storeMessage(message);
    turnMessages().add(message);
  }

  /** Stores the memory and adds it to {@link #turnMemories()}. */
  default void append(Memory memory) throws Exception {
    storeMemory(memory);
    turnMemories().add(memory);
  }

  /** Stores the thought and adds it to {@link #turnThoughts()}. */
  default void append(Thought thought) throws Exception {
    storeThought(thought);
    turnThoughts().add(thought);
  }

  /** Stores the tool call and adds it to {@link #turnToolCalls()}. */
  default void append(ToolCall toolCall) throws Exception {
    storeToolCall(toolCall);
    turnToolCalls().add(toolCall);
  }

  /** Stores the retrievable and adds it to {@link #turnRetrievables()}. */
  default void append(Retrievable retrievable) throws Exception {
    storeRetrievable(retrievable);
    turnRetrievables().add(retrievable);
  }

  /**
   * Replaces the tool calls with those ids, in storage and in the Set, at the position of the first
   * one.
   *
   * @param ids not empty
   */
  void replaceToolCallGroup(List<String> ids, List<ToolCall> replacements) throws Exception;
}
