package dev.adk4j.test;

import dev.adk4j.event.AgentEvent.DispatchEnd;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.event.AgentEvent.GenerationStatsEvent;
import dev.adk4j.event.AgentEvent.GuardDecision;
import dev.adk4j.event.AgentEvent.IterationEnd;
import dev.adk4j.event.AgentEvent.IterationStart;
import dev.adk4j.event.AgentEvent.LogEvent;
import dev.adk4j.event.AgentEvent.ToolExecutionEnd;
import dev.adk4j.event.AgentEvent.ToolExecutionStart;
import dev.adk4j.event.AgentEvent.TurnGateClosed;
import dev.adk4j.event.AgentEvent.WarningEvent;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.event.TurnToolCallContent;
import dev.adk4j.gate.TurnGate;
import java.util.Locale;

/** Formats events as short text. */
final class EventLines {

  private EventLines() {}

  static String line(EventKey<?> key, Object event) {
    String details = details(event);
    return details.isEmpty() ? key.name() : key.name() + "(" + details + ")";
  }

  private static String details(Object event) {
    return switch (event) {
      case TurnStreamableContent step -> step.aDelta() + (step.isComplete() ? ", complete" : "");
      case TurnToolCallContent call -> call.tool() + outcome(call.isComplete(), call.isError());
      case DispatchEnd end -> end.status().wire() + ", " + end.iterations();
      case IterationStart start -> Integer.toString(start.iteration());
      case IterationEnd end -> Integer.toString(end.iteration());
      case ToolExecutionStart start -> start.toolName();
      case ToolExecutionEnd end -> end.toolName() + outcome(false, end.isError());
      case TurnGate gate -> gate.id();
      case TurnGateClosed closed -> closed.gateId() + ", " + closed.result().wire();
      case LogEvent log -> log.level().name().toLowerCase(Locale.ROOT) + ", " + log.kind();
      case ErrorEvent error -> error.error().code();
      case GenerationStatsEvent stats -> String.valueOf(stats.stats().model());
      case WarningEvent warning -> warning.kind();
      case GuardDecision guard -> guard.guard() + ", " + guard.stage() + ", " + guard.decision();
      default -> "";
    };
  }

  private static String outcome(boolean complete, boolean error) {
    return (complete ? ", complete" : "") + (error ? ", error" : "");
  }
}
