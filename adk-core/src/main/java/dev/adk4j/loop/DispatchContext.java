package dev.adk4j.loop;

import dev.adk4j.abort.Subscription;
import dev.adk4j.event.AgentEvent.InnerEvent;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.stored.CallJournal;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TicketRequest;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The context of one dispatch. Its {@code store*}, {@code mutate*} and {@code delete*} methods
 * change the Sets at once and queue the callback's work, which is done when the iteration is
 * flushed and dropped when it fails or is nacked. They may be called from any thread; once the
 * dispatch is over they throw {@link IllegalStateException} and change nothing.
 *
 * @since 0.1.0
 */
public interface DispatchContext extends AgentContext {

  /** Returns the dispatch's id; empty before the loop starts. */
  String dispatchId();

  /** Returns the number of the iteration, 0-based. */
  int iteration();

  /**
   * Returns true in the first iteration of this dispatch. A turn that goes on after a decision
   * counts iterations on, so its first one here has not the number 0.
   */
  default boolean isFirstIteration() {
    return iteration() == 0;
  }

  boolean isSignalled();

  boolean isAcked();

  /** Returns the error {@link #nack(Throwable)} was given; null before, and after an ack. */
  @Nullable Throwable nackError();

  /**
   * Ends the loop well after this iteration; calls the {@link #onAck} handlers now.
   *
   * @throws dev.adk4j.error.AdkException {@code E_LLM_EXECUTION_ALREADY_SIGNALLED} where a signal
   *     was given
   */
  void ack();

  /** Ends the loop as failed, with a generic error. */
  default void nack() {
    nack(null);
  }

  /** Ends the loop as failed after this iteration, whose writes are dropped. */
  void nack(@Nullable Throwable error);

  /**
   * Called once when the dispatch is acknowledged, on the acknowledging thread; never where it
   * already is. The dispatch waits for it, so that what it stores is in, until it is aborted.
   */
  Subscription onAck(Runnable handler);

  /**
   * Called with what is reported of each generation, at once and on the reporting thread, before
   * the listeners of the event. What a handler throws is logged.
   */
  Subscription onGenerationStats(Consumer<GenerationStats> handler);

  /**
   * Tells what a middleware's own call of a model used up, as an executor tells of its own: budgets
   * are charged, and listeners of {@code generationStats} hear of it.
   */
  void reportGenerationStats(GenerationStats stats);

  /**
   * Lets everything that the executor says pass the filter: what it reports and emits as message or
   * thought, and the assistant's messages and thoughts that it stores. Replaces an earlier filter.
   */
  default void filterOutput(OutputFilter filter) {
    throw new UnsupportedOperationException("This context cannot filter output.");
  }

  /**
   * For the engine: exempts a message from the filter that the agent has said to whom the
   * conversation was handed over. Its own guards have judged it, and its record is stored.
   */
  default void letPass(String messageId) {}

  /** Returns whether the turn ends, instead of blocking, where a call needs an approval. */
  default boolean parksApprovals() {
    return false;
  }

  /**
   * For executors that do not use {@link dev.adk4j.tool.ToolCallRunner}: lets all calls of an
   * answer wait, unless every gate is decided already. Then nothing of the answer may start: the
   * calls are stored with what the dispatch stored, and the dispatch is acknowledged.
   *
   * @param gates what has to be approved, by the call's id
   * @param results how results are to reach the model, in the executor's own form
   * @return whether the calls wait
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_TURN_GATE_VALUE}
   */
  default boolean park(
      List<StoredTurn.Call> calls, Map<String, GateRequest<?>> gates, JsonValue results) {
    return false;
  }

  /**
   * For the engine: opens a gate that a call is to wait at, or returns the one that is there.
   *
   * @throws IllegalStateException in a turn that blocks, or is not stored
   */
  default GateRecord leave(TicketRequest request) {
    throw new IllegalStateException(
        "A call waits for a ticket or a time only in a turn of a conversation that does not block"
            + " at its gates: give the agent a registry(…), and the call no waitForGates.");
  }

  /**
   * For executors that do not use {@link dev.adk4j.tool.ToolCallRunner}: returns what has to be
   * told of the calls of an answer; empty for a turn that is not durable.
   */
  default Optional<CallJournal> journal() {
    return Optional.empty();
  }

  /**
   * For the engine: tells the turn's listeners an event of a turn that a tool runs within this one.
   *
   * @throws IllegalStateException where the turn has ended
   */
  default void emitInner(InnerEvent event) {}

  /** Counts the tool calls with that checksum in this dispatch; nothing is blocked. */
  int toolCallCount(String checksum);

  void storeMessage(Message message);

  void mutateMessage(Message message);

  void deleteMessage(String id);

  void storeMemory(Memory memory);

  void mutateMemory(Memory memory);

  void deleteMemory(String id);

  void storeThought(Thought thought);

  void mutateThought(Thought thought);

  void deleteThought(String id);

  void storeToolCall(ToolCall toolCall);

  void mutateToolCall(ToolCall toolCall);

  void deleteToolCall(String id);

  void storeRetrievable(Retrievable retrievable);

  void mutateRetrievable(Retrievable retrievable);

  void deleteRetrievable(String id);

  void storeStandingInstruction(Tokenizable instruction);

  void mutateStandingInstruction(Tokenizable instruction);

  void deleteStandingInstruction(Tokenizable instruction);

  /**
   * Replaces the tool calls with those ids by others in the Set, where the first of them stood, and
   * queues the same for storage.
   *
   * @param ids not empty
   */
  void replaceToolCallGroup(List<String> ids, List<ToolCall> replacements);
}
