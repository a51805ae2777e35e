package dev.adk4j.harness;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.EventListener;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Writes down in one list what both buses of a runner, or the listeners of a dispatch, tell, and
 * what tests note between.
 */
public final class Tape {

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final List<Object> events = new CopyOnWriteArrayList<>();
  private final Set<String> turnIds = ConcurrentHashMap.newKeySet();

  /** Where a tape can be hung up. */
  public interface Bus {
    <T> void on(EventKey.Functional<T> key, EventListener<? super T> listener);

    <T> void observe(EventKey.Observability<T> key, EventListener<? super T> listener);
  }

  public static Tape of(TurnRunner runner) {
    Tape tape = new Tape();
    tape.hang(runner);
    return tape;
  }

  /** Runs one turn to its end. */
  public static Tape run(TurnRunner.Builder builder) {
    return run(builder, Engine.raw());
  }

  public static Tape run(DispatchExecutor executor) {
    return run(executor, Engine.raw());
  }

  public static Tape run(DispatchExecutor executor, RawTurnContext raw) {
    return run(Engine.runner().executor(executor), raw);
  }

  public static Tape run(TurnRunner.Builder builder, RawTurnContext raw) {
    TurnRunner runner = builder.build();
    Tape tape = of(runner);
    runner.run(raw);
    return tape;
  }

  public void hang(TurnRunner runner) {
    hang(
        new Bus() {
          @Override
          public <T> void on(EventKey.Functional<T> key, EventListener<? super T> listener) {
            runner.on(key, listener);
          }

          @Override
          public <T> void observe(
              EventKey.Observability<T> key, EventListener<? super T> listener) {
            runner.observe(key, listener);
          }
        });
  }

  public void hang(Bus bus) {
    bus.on(TurnEvent.MESSAGE, e -> add(e, "message" + step(e)));
    bus.on(TurnEvent.THOUGHT, e -> add(e, "thought" + step(e)));
    bus.on(
        TurnEvent.TOOL_CALL,
        e -> add(e, "toolCall(" + e.id() + (e.isComplete() ? ", complete)" : ")")));
    bus.observe(TurnEvent.TURN_START, e -> add(e, "turnStart"));
    bus.observe(TurnEvent.TURN_END, e -> add(e, "turnEnd"));
    bus.observe(TurnEvent.DISPATCH_START, e -> add(e, "dispatchStart"));
    bus.observe(
        TurnEvent.DISPATCH_END,
        e -> add(e, "dispatchEnd(" + e.status().wire() + ", iterations " + e.iterations() + ")"));
    bus.observe(TurnEvent.ITERATION_START, e -> add(e, "iterationStart(" + e.iteration() + ")"));
    bus.observe(TurnEvent.ITERATION_END, e -> add(e, "iterationEnd(" + e.iteration() + ")"));
    bus.observe(
        TurnEvent.TOOL_EXECUTION_START, e -> add(e, "toolExecutionStart(" + e.toolName() + ")"));
    bus.observe(
        TurnEvent.TOOL_EXECUTION_END,
        e -> add(e, "toolExecutionEnd(" + e.toolName() + (e.isError() ? ", error)" : ")")));
    bus.observe(
        TurnEvent.TURN_GATE_OPEN,
        gate -> {
          turnIds.add(gate.turnId());
          events.add(gate);
          note("turnGateOpen(" + gate.id() + ")");
        });
    bus.observe(
        TurnEvent.TURN_GATE_CLOSED,
        e -> add(e, "turnGateClosed(" + e.gateId() + ", " + e.result().wire() + ")"));
    bus.observe(TurnEvent.LOG, e -> add(e, "log(" + e.kind() + ")"));
    bus.observe(TurnEvent.ERROR, e -> add(e, "error(" + name(e.error()) + ")"));
    bus.observe(TurnEvent.GENERATION_STATS, e -> add(e, "generationStats"));
    bus.observe(TurnEvent.WARNING, e -> add(e, "warning(" + e.source() + ")"));
  }

  private static String step(TurnStreamableContent e) {
    return "(" + e.id() + ", '" + e.aDelta() + "'" + (e.isComplete() ? ", complete)" : ")");
  }

  private static String name(AdkException error) {
    boolean labelled = AdkException.is(error, AdkErrorCode.E_PIPELINE_SHORT_CIRCUITED);
    return error.code() + (labelled ? " " + error.args().getFirst() : "");
  }

  private void add(AgentEvent event, String line) {
    turnIds.add(String.valueOf(event.turnId()));
    events.add(event);
    lines.add(line);
  }

  public void note(String line) {
    lines.add(line);
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }

  /**
   * Lets an assertion that failed inside a turn, where the engine treats it as the user's failure,
   * fail the test.
   */
  public Tape rethrowAssertions() {
    for (ErrorEvent event : events(ErrorEvent.class)) {
      for (Throwable cause = event.error(); cause != null; cause = cause.getCause()) {
        if (cause instanceof AssertionError failed
                && failed.getStackTrace()[0].getClassName().contains("assertj")
            || cause.getClass().getName().startsWith("org.opentest4j")) {
          throw (AssertionError) cause;
        }
      }
    }
    return this;
  }

  /** The turns the events belonged to. */
  public Set<String> turnIds() {
    return Set.copyOf(turnIds);
  }

  public <E> List<E> events(Class<E> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }

  public <E> E event(Class<E> type) {
    return events(type).getFirst();
  }
}
