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
 * Gives middleware, executors and tools the records they work with, the application's callbacks,
 * events and gates, in a turn as in a dispatch. Lives for one turn or one dispatch; safe for
 * concurrent use. The runtime makes contexts, nobody else.
 *
 * <p>{@link TurnContext} and {@link DispatchContext} add the methods that write.
 *
 * @since 0.1.0
 */
@NoJsonForm
public interface AgentContext extends RenderContext {

  /** Key of the stash under which a turn that a tool runs has what it knows of the outer turn. */
  String OUTER_TURN = "adk.agents";

  /** Returns a UUID version 6 of this context. */
  @Override
  String id();

  /** Returns the turn this belongs to; a standalone dispatch's own {@link #id()}. */
  @Override
  String turnId();

  /**
   * Returns which attempt at a durable turn this is: 1 for the first one, more where processes died
   * or stopped before it ended. Counts anew when the turn waited. 1 for all other turns.
   *
   * <p>An attempt has a {@code turnStart} and a {@code turnEnd} of its own, and runs the input
   * middleware again. For logs and metrics; what is to happen once uses {@link
   * dev.adk4j.tool.ToolContext#idempotencyKey()}.
   */
  default int attempt() {
    return 1;
  }

  /**
   * Returns the owner of the data this works on; resolved on the server side before anything runs.
   */
  Scope scope();

  AbortSignal abortSignal();

  /** Returns true once this context was aborted. */
  boolean aborted();

  /** Aborts this context without a reason. */
  default void abort() {
    abort(null);
  }

  /**
   * Aborts this context; the first reason wins. Running code is not interrupted, but for tools that
   * run in parallel, a moment later.
   */
  void abort(@Nullable Object reason);

  Tokenizable systemPrompt();

  /** Returns the instructions, live; distinct by text. */
  RecordSet<Tokenizable> standingInstructions();

  /**
   * Returns the turn within which a tool runs this one, the outermost; the turn itself where no
   * tool does. What a turn may use counts for both.
   */
  default String outermostTurnId() {
    return stash().get(OUTER_TURN) instanceof Map<?, ?> outer
            && outer.get("turn") instanceof String id
        ? id
        : turnId();
  }

  /** Returns the stash, live; nothing in a dispatch's stash flows back to the turn's. */
  Attributes stash();

  /** Returns the messages, live and in order; empty until middleware fills it. */
  RecordSet<Message> turnMessages();

  RecordSet<Memory> turnMemories();

  RecordSet<Retrievable> turnRetrievables();

  RecordSet<Thought> turnThoughts();

  RecordSet<ToolCall> turnToolCalls();

  /** Returns the tools, live; changes affect this turn or dispatch only. */
  ToolRegistry tools();

  /** Returns the store of tool results too large for a prompt; it sees this scope's bytes only. */
  ByteStore<SpoolReader> spoolStore();

  /** Returns the clock that events take their times from. */
  InstantSource clock();

  /** Wraps what this context does. */
  Instrumentation instrumentation();

  /**
   * Asks the callback; the result is not added to the Sets. So do the other {@code fetch*} methods.
   */
  List<Memory> fetchMemories() throws Exception;

  List<Message> fetchMessages() throws Exception;

  List<Thought> fetchThoughts() throws Exception;

  List<ToolCall> fetchToolCalls() throws Exception;

  List<Tool> fetchTools() throws Exception;

  List<Retrievable> fetchRetrievables() throws Exception;

  List<Tokenizable> refreshStandingInstructions() throws Exception;

  /** Stores bytes at once and gives a reader for them; changes no Set. */
  MediaReader storeMediaBytes(String id, ByteSource bytes) throws Exception;

  /** Stores bytes at once and gives a reader for them; changes no Set. */
  SpoolReader storeRetrievableBytes(String id, ByteSource bytes) throws Exception;

  /**
   * Emits the content as it is, with this turn's id where it has none. So do the other {@code
   * emit*} methods.
   *
   * @throws IllegalStateException where the turn has ended
   */
  void emitMessage(TurnStreamableContent content);

  void emitThought(TurnStreamableContent content);

  void emitToolCall(TurnToolCallContent content);

  void emitToolExecutionStart(ToolExecutionStart event);

  void emitToolExecutionEnd(ToolExecutionEnd event);

  void emitGuardDecision(GuardDecision event);

  /**
   * Opens a gate and blocks until it is settled. A gate that is still open when the turn's work is
   * done is aborted; one that is asked for later is not opened.
   *
   * @return the value it was resolved with, as its schema returned it
   * @throws Exception what the gate was rejected with, or {@code E_TURN_GATE_TIMEOUT}, {@code
   *     E_TURN_GATE_ABORTED}, {@code E_INVALID_INITIAL_TURN_GATE_VALUE}, {@code
   *     E_LLM_EXECUTION_GATE_NOT_SUPPORTED}
   */
  <T extends @Nullable Object> T waitFor(GateRequest<T> request) throws Exception;
}
