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
import dev.adk4j.event.EventKey.Functional;
import dev.adk4j.event.EventKey.Observability;
import dev.adk4j.gate.TurnGate;

/**
 * Every event of the two buses.
 *
 * @since 0.1.0
 */
public final class TurnEvent {

  public static final Functional<TurnStreamableContent> MESSAGE = new Functional<>("message");
  public static final Functional<TurnStreamableContent> THOUGHT = new Functional<>("thought");
  public static final Functional<TurnToolCallContent> TOOL_CALL = new Functional<>("toolCall");

  public static final Observability<TurnStart> TURN_START = new Observability<>("turnStart");
  public static final Observability<TurnEnd> TURN_END = new Observability<>("turnEnd");
  public static final Observability<DispatchStart> DISPATCH_START =
      new Observability<>("dispatchStart");
  public static final Observability<DispatchEnd> DISPATCH_END = new Observability<>("dispatchEnd");
  public static final Observability<IterationStart> ITERATION_START =
      new Observability<>("iterationStart");
  public static final Observability<IterationEnd> ITERATION_END =
      new Observability<>("iterationEnd");
  public static final Observability<ToolExecutionStart> TOOL_EXECUTION_START =
      new Observability<>("toolExecutionStart");
  public static final Observability<ToolExecutionEnd> TOOL_EXECUTION_END =
      new Observability<>("toolExecutionEnd");
  public static final Observability<TurnGate> TURN_GATE_OPEN = new Observability<>("turnGateOpen");
  public static final Observability<TurnGateClosed> TURN_GATE_CLOSED =
      new Observability<>("turnGateClosed");
  public static final Observability<LogEvent> LOG = new Observability<>("log");
  public static final Observability<ErrorEvent> ERROR = new Observability<>("error");
  public static final Observability<GenerationStatsEvent> GENERATION_STATS =
      new Observability<>("generationStats");
  public static final Observability<WarningEvent> WARNING = new Observability<>("warning");
  public static final Observability<InnerEvent> INNER = new Observability<>("inner");

  public static final Observability<GuardDecision> GUARD_DECISION =
      new Observability<>("guardDecision");

  private TurnEvent() {}
}
