package dev.adk4j.loop;

import dev.adk4j.gate.GateRequest;

/** A part of a turn that {@link Instrumentation} wraps, outermost first. */
public sealed interface Operation {

  /** Returns the context that the operation belongs to. */
  AgentContext context();

  /**
   * A whole turn; returns normally even if the turn failed, since an {@code error} event reports
   * the failure.
   */
  record Turn(TurnContext context) implements Operation {}

  /** A dispatch; throws its final error. */
  record Dispatch(DispatchContext context) implements Operation {}

  /** One iteration, including its flush. */
  record Iteration(DispatchContext context, int iteration) implements Operation {}

  /** A tool's handler. */
  record ToolExecution(DispatchContext context, Tool tool, String callId) implements Operation {}

  /** A wait for a gate. */
  record GateWait(AgentContext context, GateRequest<?> request) implements Operation {}

  /**
   * A call of one of the 27 callbacks, or a flush as a whole.
   *
   * @param callback the callback's key, such as {@code storeMessage}; {@code flush} for a flush
   */
  record StorageCall(AgentContext context, String callback) implements Operation {}
}
