package dev.adk4j.boot;

import dev.adk4j.abort.Subscription;
import dev.adk4j.boot.internal.diagnosis.StartupFailure;
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
import dev.adk4j.event.EventKey;
import dev.adk4j.event.EventListener;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.event.TurnToolCallContent;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.turn.TurnRunner;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** Events of both buses with their payloads, searched by name or by payload. */
final class ListenableEvents {

  private static final List<Listenable<?>> ALL =
      List.of(
          new Listenable<>(TurnEvent.MESSAGE, TurnStreamableContent.class),
          new Listenable<>(TurnEvent.THOUGHT, TurnStreamableContent.class),
          new Listenable<>(TurnEvent.TOOL_CALL, TurnToolCallContent.class),
          new Listenable<>(TurnEvent.TURN_START, TurnStart.class),
          new Listenable<>(TurnEvent.TURN_END, TurnEnd.class),
          new Listenable<>(TurnEvent.DISPATCH_START, DispatchStart.class),
          new Listenable<>(TurnEvent.DISPATCH_END, DispatchEnd.class),
          new Listenable<>(TurnEvent.ITERATION_START, IterationStart.class),
          new Listenable<>(TurnEvent.ITERATION_END, IterationEnd.class),
          new Listenable<>(TurnEvent.TOOL_EXECUTION_START, ToolExecutionStart.class),
          new Listenable<>(TurnEvent.TOOL_EXECUTION_END, ToolExecutionEnd.class),
          new Listenable<>(TurnEvent.TURN_GATE_OPEN, TurnGate.class),
          new Listenable<>(TurnEvent.TURN_GATE_CLOSED, TurnGateClosed.class),
          new Listenable<>(TurnEvent.LOG, LogEvent.class),
          new Listenable<>(TurnEvent.ERROR, ErrorEvent.class),
          new Listenable<>(TurnEvent.GENERATION_STATS, GenerationStatsEvent.class),
          new Listenable<>(TurnEvent.WARNING, WarningEvent.class),
          new Listenable<>(TurnEvent.INNER, InnerEvent.class),
          new Listenable<>(TurnEvent.GUARD_DECISION, GuardDecision.class));

  private ListenableEvents() {}

  /**
   * Returns the events that a listener of that payload listens to.
   *
   * @param names names of events; empty if the payload determines the event
   * @param where description of the listener, for the message of the exception
   * @throws StartupFailure if a name is unknown or does not match the payload, or the payload alone
   *     is ambiguous
   */
  static List<Listenable<?>> choose(Class<?> payload, List<String> names, String where) {
    List<Listenable<?>> fitting =
        ALL.stream().filter(e -> payload.isAssignableFrom(e.payload())).toList();
    if (fitting.isEmpty()) {
      throw invalid(where + " takes a " + payload.getName() + ", which is not an event of a turn.");
    }
    if (names.isEmpty()) {
      if (fitting.size() > 1) {
        throw invalid(
            "%s takes a %s, which is the payload of several events (%s). Name the events, as in @TurnEventListener(\"%s\")."
                .formatted(
                    where,
                    payload.getSimpleName(),
                    names(fitting),
                    fitting.getFirst().key().name()));
      }
      return fitting;
    }
    return names.stream().<Listenable<?>>map(name -> named(name, fitting, where)).toList();
  }

  /** Fails the startup; the report shows how a listener is declared and the events that exist. */
  static StartupFailure invalid(String problem) {
    return new StartupFailure(
        problem,
        """
        Declare one event as its parameter, and name the event if the type does not identify it:

        \t@TurnEventListener
        \tvoid ended(TurnEnd end) {
        \t  …
        \t}

        \t@TurnEventListener("message")
        \tvoid said(TurnStreamableContent delta) {
        \t  …
        \t}

        These are the types, from dev.adk4j.event and dev.adk4j.gate, and the names of their events:

        %s"""
            .formatted(table()));
  }

  /** Returns a line for each payload, with the names of its events. */
  private static String table() {
    return ALL.stream()
        .collect(
            Collectors.groupingBy(
                e -> e.payload().getSimpleName(), LinkedHashMap::new, Collectors.toList()))
        .entrySet()
        .stream()
        .map(e -> "\t" + e.getKey() + ": " + names(e.getValue()))
        .collect(Collectors.joining("\n"));
  }

  private static Listenable<?> named(String name, List<Listenable<?>> fitting, String where) {
    return fitting.stream()
        .filter(e -> e.key().name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                invalid(
                    "%s names the event '%s', but with its payload it can only listen to %s."
                        .formatted(where, name, names(fitting))));
  }

  private static String names(List<Listenable<?>> events) {
    return events.stream().map(e -> e.key().name()).collect(Collectors.joining(", "));
  }

  /** An event and its payload. */
  record Listenable<T>(EventKey<T> key, Class<T> payload) {

    Subscription subscribe(TurnRunner runner, EventListener<Object> listener) {
      return switch (key) {
        case EventKey.Functional<T> functional -> runner.on(functional, listener);
        case EventKey.Observability<T> observability -> runner.observe(observability, listener);
      };
    }
  }
}
