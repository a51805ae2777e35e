package dev.adk4j.loop;

import dev.adk4j.abort.AbortSignal;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.ByteStore;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.event.AgentEvent.GuardDecision;
import dev.adk4j.event.AgentEvent.ToolExecutionEnd;
import dev.adk4j.event.AgentEvent.ToolExecutionStart;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.event.TurnToolCallContent;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.token.RenderContext;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Attributes;
import dev.adk4j.value.RecordSet;
import dev.adk4j.value.Scope;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Provides middleware, executors and tools with their records, the application's callbacks, events
 * and gates, both in a turn and in a dispatch. Lives for one turn or one dispatch; thread-safe.
 * Only the runtime creates contexts.
 *
 * <p>{@link TurnContext} and {@link DispatchContext} add the methods that write.
 *
 * @since 0.1.0
 */
@NoJsonForm
public interface AgentContext extends RenderContext {

  /** Stash key under which a turn that a tool runs holds its state of the outer turn. */
  String OUTER_TURN = "adk.agents";

  /** Returns the UUID version 6 of this context. */
  @Override
  String id();

  /** Returns the id of the enclosing turn; for a standalone dispatch, its own {@link #id()}. */
  @Override
  String turnId();

  /**
   * Returns the number of this attempt at a durable turn: 1 for the first, more after processes
   * crashed or stopped before its end. Restarts at 1 when the turn has waited. 1 for all other
   * turns.
   *
   * <p>Each attempt has its own {@code turnStart} and {@code turnEnd}, and runs the input
   * middleware again. Use this for logs and metrics; for effects that must happen once, use {@link
   * dev.adk4j.tool.ToolContext#idempotencyKey()}.
   */
  default int attempt() {
    return 1;
  }

  /**
   * Returns the owner of the data of this context; resolved on the server side before anything
   * runs.
   */
  Scope scope();

  AbortSignal abortSignal();

  /** Returns true if this context was aborted. */
  boolean aborted();

  /** Aborts this context without a reason. */
  default void abort() {
    abort(null);
  }

  /**
   * Aborts this context; the first reason wins. Running code is not interrupted, except tools that
   * run in parallel, after a moment.
   */
  void abort(@Nullable Object reason);

  Tokenizable systemPrompt();

  /** Returns the live set of instructions, distinct by text. */
  RecordSet<Tokenizable> standingInstructions();

  /**
   * Returns the outermost turn whose tool runs this turn; the turn itself if no tool runs it. Usage
   * limits count for both.
   */
  default String outermostTurnId() {
    return stash().get(OUTER_TURN) instanceof Map<?, ?> outer
            && outer.get("turn") instanceof String id
        ? id
        : turnId();
  }

  /** Returns the live stash; changes to a dispatch's stash do not reach the turn's. */
  Attributes stash();

  /** Returns the live messages in order; empty until middleware fills them. */
  RecordSet<Message> turnMessages();

  RecordSet<Memory> turnMemories();

  RecordSet<Retrievable> turnRetrievables();

  RecordSet<Thought> turnThoughts();

  RecordSet<ToolCall> turnToolCalls();

  /** Returns the live tools; changes affect this turn or dispatch only. */
  ToolRegistry tools();

  /**
   * Returns the store of tool results that are too large for a prompt, limited to this scope's
   * bytes.
   */
  ByteStore<SpoolReader> spoolStore();

  /** Returns the clock for the times of events. */
  InstantSource clock();

  /** Returns the instrumentation that wraps this context's operations. */
  Instrumentation instrumentation();

  /**
   * Calls the callback; does not add the result to the Sets. The other {@code fetch*} methods do
   * the same.
   */
  List<Memory> fetchMemories() throws Exception;

  List<Message> fetchMessages() throws Exception;

  List<Thought> fetchThoughts() throws Exception;

  List<ToolCall> fetchToolCalls() throws Exception;

  List<Tool> fetchTools() throws Exception;

  List<Retrievable> fetchRetrievables() throws Exception;

  List<Tokenizable> refreshStandingInstructions() throws Exception;

  /** Stores bytes immediately and returns a reader for them; changes no Set. */
  MediaReader storeMediaBytes(String id, ByteSource bytes) throws Exception;

  /** Stores bytes immediately and returns a reader for them; changes no Set. */
  SpoolReader storeRetrievableBytes(String id, ByteSource bytes) throws Exception;

  /**
   * Emits the content unchanged, with this turn's id if it has none. The other {@code emit*}
   * methods do the same.
   *
   * @throws IllegalStateException if the turn has ended
   */
  void emitMessage(TurnStreamableContent content);

  void emitThought(TurnStreamableContent content);

  void emitToolCall(TurnToolCallContent content);

  void emitToolExecutionStart(ToolExecutionStart event);

  void emitToolExecutionEnd(ToolExecutionEnd event);

  void emitGuardDecision(GuardDecision event);

  /**
   * Opens a gate and blocks until it is settled. A gate that is still open when the turn's work is
   * done is aborted; a later request opens none.
   *
   * @return the value it was resolved with, as its schema returned it
   * @throws Exception the gate's rejection, or {@code E_TURN_GATE_TIMEOUT}, {@code
   *     E_TURN_GATE_ABORTED}, {@code E_INVALID_INITIAL_TURN_GATE_VALUE}, {@code
   *     E_LLM_EXECUTION_GATE_NOT_SUPPORTED}
   */
  <T extends @Nullable Object> T waitFor(GateRequest<T> request) throws Exception;
}
