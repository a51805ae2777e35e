package dev.adk4j.event;

import dev.adk4j.event.AgentEvent.DispatchEnd;
import dev.adk4j.event.AgentEvent.DispatchStart;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.event.AgentEvent.GenerationStatsEvent;
import dev.adk4j.event.AgentEvent.GuardDecision;
import dev.adk4j.event.AgentEvent.InnerEvent;
import dev.adk4j.event.AgentEvent.IterationEnd;
import dev.adk4j.event.AgentEvent.IterationStart;
import dev.adk4j.event.AgentEvent.LogEvent;
import dev.adk4j.event.AgentEvent.ToolExecutionEnd;
import dev.adk4j.event.AgentEvent.ToolExecutionStart;
import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.event.AgentEvent.TurnGateClosed;
import dev.adk4j.event.AgentEvent.TurnStart;
import dev.adk4j.event.AgentEvent.WarningEvent;
import dev.adk4j.gate.TurnGate;

/**
 * Every event of the two buses.
 *
 * @since 0.1.0
 */
public final class TurnEvent {

  public static final EventKey.Functional<TurnStreamableContent> MESSAGE =
      new EventKey.Functional<>("message");
  public static final EventKey.Functional<TurnStreamableContent> THOUGHT =
      new EventKey.Functional<>("thought");
  public static final EventKey.Functional<TurnToolCallContent> TOOL_CALL =
      new EventKey.Functional<>("toolCall");

  public static final EventKey.Observability<TurnStart> TURN_START =
      new EventKey.Observability<>("turnStart");
  public static final EventKey.Observability<TurnEnd> TURN_END =
      new EventKey.Observability<>("turnEnd");
  public static final EventKey.Observability<DispatchStart> DISPATCH_START =
      new EventKey.Observability<>("dispatchStart");
  public static final EventKey.Observability<DispatchEnd> DISPATCH_END =
      new EventKey.Observability<>("dispatchEnd");
  public static final EventKey.Observability<IterationStart> ITERATION_START =
      new EventKey.Observability<>("iterationStart");
  public static final EventKey.Observability<IterationEnd> ITERATION_END =
      new EventKey.Observability<>("iterationEnd");
  public static final EventKey.Observability<ToolExecutionStart> TOOL_EXECUTION_START =
      new EventKey.Observability<>("toolExecutionStart");
  public static final EventKey.Observability<ToolExecutionEnd> TOOL_EXECUTION_END =
      new EventKey.Observability<>("toolExecutionEnd");
  public static final EventKey.Observability<TurnGate> TURN_GATE_OPEN =
      new EventKey.Observability<>("turnGateOpen");
  public static final EventKey.Observability<TurnGateClosed> TURN_GATE_CLOSED =
      new EventKey.Observability<>("turnGateClosed");
  public static final EventKey.Observability<LogEvent> LOG = new EventKey.Observability<>("log");
  public static final EventKey.Observability<ErrorEvent> ERROR =
      new EventKey.Observability<>("error");
  public static final EventKey.Observability<GenerationStatsEvent> GENERATION_STATS =
      new EventKey.Observability<>("generationStats");
  public static final EventKey.Observability<WarningEvent> WARNING =
      new EventKey.Observability<>("warning");
  public static final EventKey.Observability<InnerEvent> INNER =
      new EventKey.Observability<>("inner");

  public static final EventKey.Observability<GuardDecision> GUARD_DECISION =
      new EventKey.Observability<>("guardDecision");

  private TurnEvent() {}
}
