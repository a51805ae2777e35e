package dev.adk4j.loop;

import dev.adk4j.abort.Subscription;
import dev.adk4j.event.AgentEvent.InnerEvent;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.stored.CallJournal;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TicketRequest;
import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The context of one dispatch. Its {@code store*}, {@code mutate*} and {@code delete*} methods
 * change the Sets immediately and queue the callback's work, which runs when the iteration is
 * flushed and is dropped when it fails or is nacked. Thread-safe; after the end of the dispatch
 * they throw {@link IllegalStateException} and change nothing.
 *
 * @since 0.1.0
 */
public interface DispatchContext extends AgentContext, RecordWrites<RuntimeException> {

  /** Returns the dispatch's id; empty before the loop starts. */
  String dispatchId();

  /** Returns the number of the iteration, 0-based. */
  int iteration();

  /**
   * Returns true in the first iteration of this dispatch. A turn that resumes after a decision
   * continues to count, so its first iteration here does not have the number 0.
   */
  default boolean isFirstIteration() {
    return iteration() == 0;
  }

  boolean isSignalled();

  boolean isAcked();

  /** Returns the error passed to {@link #nack(Throwable)}; null before, and after an ack. */
  @Nullable Throwable nackError();

  /**
   * Ends the loop successfully after this iteration; calls the {@link #onAck} handlers now.
   *
   * @throws dev.adk4j.error.AdkException {@code E_LLM_EXECUTION_ALREADY_SIGNALLED} if a signal was
   *     given before
   */
  void ack();

  /** Ends the loop as failed, with a generic error. */
  default void nack() {
    nack(null);
  }

  /** Ends the loop as failed after this iteration, whose writes are dropped. */
  void nack(@Nullable Throwable error);

  /**
   * Registers a handler that is called once when the dispatch is acknowledged, on the acknowledging
   * thread; it is never called if the dispatch is already acknowledged. The dispatch waits for it
   * until it is aborted, so its writes are included.
   */
  Subscription onAck(Runnable handler);

  /**
   * Registers a handler for the reported statistics of each generation, called immediately on the
   * reporting thread, before the listeners of the event. Its exceptions are logged.
   */
  Subscription onGenerationStats(Consumer<GenerationStats> handler);

  /**
   * Reports the usage of a middleware's own model call, as an executor reports its own: budgets are
   * charged, and listeners of {@code generationStats} are notified.
   */
  void reportGenerationStats(GenerationStats stats);

  /**
   * Passes the executor's whole output through the filter: the messages and thoughts that it
   * reports and emits, and the assistant's messages and thoughts that it stores. Replaces an
   * earlier filter.
   */
  default void filterOutput(OutputFilter filter) {
    throw new UnsupportedOperationException("This context cannot filter output.");
  }

  /**
   * For the engine: exempts from the filter a message of an agent to which the conversation was
   * handed over. That agent's guards have checked it, and its record is stored.
   */
  default void letPass(String messageId) {}

  /** Returns true if the turn ends instead of blocking when a call needs an approval. */
  default boolean parksApprovals() {
    return false;
  }

  /**
   * For executors that do not use {@link dev.adk4j.tool.ToolCallRunner}: makes all calls of a
   * response wait, unless every gate is already decided. If they wait, no call of the response may
   * start: the calls are stored with the dispatch's writes, and the dispatch is acknowledged.
   *
   * @param gates the required approvals by the id of their call
   * @param results how results reach the model, in the executor's own form
   * @return true if the calls wait
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_TURN_GATE_VALUE}
   */
  default boolean park(
      List<StoredTurn.Call> calls, Map<String, GateRequest<?>> gates, JsonValue results) {
    return false;
  }

  /**
   * For the engine: opens a gate for a call to wait at, or returns the existing one.
   *
   * @throws IllegalStateException in a turn that blocks, or is not stored
   */
  default GateRecord leave(TicketRequest request) {
    throw new IllegalStateException(
        "A call waits for a ticket or a time only in a turn of a conversation that does not block"
            + " at its gates: give the agent a registry(…), and do not call waitForGates.");
  }

  /**
   * For executors that do not use {@link dev.adk4j.tool.ToolCallRunner}: returns the journal for
   * the calls of a response; empty for a turn that is not durable.
   */
  default Optional<CallJournal> journal() {
    return Optional.empty();
  }

  /**
   * For the engine: forwards an event of a turn that a tool runs within this turn to this turn's
   * listeners.
   *
   * @throws IllegalStateException if the turn has ended
   */
  default void emitInner(InnerEvent event) {}

  /** Counts the tool calls with that checksum in this dispatch; blocks none. */
  int toolCallCount(String checksum);

  /**
   * Replaces the tool calls with those ids in the Set, at the position of the first one, and queues
   * the same replacement for storage.
   *
   * @param ids not empty
   */
  void replaceToolCallGroup(List<String> ids, List<ToolCall> replacements);

  /**
   * Filters the output of the executor of one dispatch; see {@link DispatchContext#filterOutput}.
   * May throw to stop the executor. Called from any thread, but for one stream from one thread at a
   * time.
   */
  interface OutputFilter {

    /** The kind of a stream. */
    enum Kind {
      MESSAGE,
      THOUGHT
    }

    /**
     * Receives a step of a stream.
     *
     * @return the text to emit now; empty to emit nothing yet
     */
    String told(Kind kind, String id, String delta, boolean isComplete);

    /** Returns the message to store instead of the assistant's. */
    Message stored(Message message);

    /** Returns the thought to store; null to store none. */
    @Nullable Thought stored(Thought thought);

    /**
     * Returns true if the filter stopped the executor of this iteration and handled the stop: by
     * refusing the dispatch, or by requesting another iteration.
     */
    boolean hasStopped();
  }
}
