package dev.adk4j.loop;

import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.token.Tokenizable;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The context of one turn. Its {@code store*}, {@code mutate*} and {@code delete*} methods call the
 * callback at once and leave the Sets alone; what the callback throws reaches the caller.
 *
 * @since 0.1.0
 */
public interface TurnContext extends AgentContext {

  /**
   * Returns the messages that the caller handed in for middleware to accept; the runtime does not
   * look at them.
   */
  List<Message> input();

  /**
   * Hands other messages to the middleware behind this one. Their ids stay, which the turn's answer
   * is found by.
   */
  default void replaceInput(List<Message> input) {
    throw new UnsupportedOperationException("This context cannot replace the input.");
  }

  /**
   * Has messages looked at that are sent to the turn while it works, before they are stored. Each
   * keeps its id. Where the filter throws {@code E_GUARD_REFUSED}, the message is left out and the
   * turn goes on.
   */
  default void filterInput(UnaryOperator<Message> filter) {
    // none comes
  }

  /** Returns the name of the agent whose turn it is; empty without a name. */
  default Optional<String> agent() {
    return Optional.empty();
  }

  /** The turn as it waits now; empty where it ended for another reason, or has not ended. */
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

  void storeMessage(Message message) throws Exception;

  void mutateMessage(Message message) throws Exception;

  void deleteMessage(String id) throws Exception;

  void storeMemory(Memory memory) throws Exception;

  void mutateMemory(Memory memory) throws Exception;

  void deleteMemory(String id) throws Exception;

  void storeThought(Thought thought) throws Exception;

  void mutateThought(Thought thought) throws Exception;

  void deleteThought(String id) throws Exception;

  void storeToolCall(ToolCall toolCall) throws Exception;

  void mutateToolCall(ToolCall toolCall) throws Exception;

  void deleteToolCall(String id) throws Exception;

  void storeRetrievable(Retrievable retrievable) throws Exception;

  void mutateRetrievable(Retrievable retrievable) throws Exception;

  void deleteRetrievable(String id) throws Exception;

  void storeStandingInstruction(Tokenizable instruction) throws Exception;

  void mutateStandingInstruction(Tokenizable instruction) throws Exception;

  /** Deletes by value, not by id. */
  void deleteStandingInstruction(Tokenizable instruction) throws Exception;

  /**
   * Replaces the tool calls with those ids by others, in storage and in the Set, where the first of
   * them stood.
   *
   * @param ids not empty
   */
  void replaceToolCallGroup(List<String> ids, List<ToolCall> replacements) throws Exception;
}
