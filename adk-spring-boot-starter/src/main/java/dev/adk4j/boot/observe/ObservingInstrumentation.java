package dev.adk4j.boot.observe;

import dev.adk4j.boot.internal.observe.AdkObservation;
import dev.adk4j.boot.internal.observe.AdkObservation.Key;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.gate.GateState;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.Operation;
import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Observes each part of a turn on the thread that does the work.
 *
 * @param application name of the application, with which the ids of its agents begin
 * @param version version of the application, which is also that of its agents
 */
record ObservingInstrumentation(
    ObservationRegistry registry,
    TurnTraces turns,
    @Nullable String application,
    @Nullable String version)
    implements Instrumentation {

  @Override
  public <T extends @Nullable Object> T around(Operation operation, Invocation<T> invocation)
      throws Exception {
    Observation observation = describe(operation).start();
    Throwable thrown = null;
    try (Observation.Scope scope = observation.openScope()) {
      return invocation.proceed();
    } catch (Throwable e) {
      thrown = e;
      observation.error(e);
      throw e;
    } finally {
      conclude(observation, operation, thrown);
      observation.stop();
    }
  }

  private Observation describe(Operation operation) {
    String turnId = operation.context().turnId();
    Observation observation =
        switch (operation) {
          case Operation.Turn turn -> {
            Observation agent = agent(turn);
            turns.open(turn.context(), agent);
            yield high(agent, Key.CONVERSATION, turn.context().scope().conversation());
          }
          case Operation.Dispatch dispatch -> create(AdkObservation.DISPATCH, dispatch, "");
          case Operation.Iteration iteration -> {
            turns.beginIteration(turnId);
            Observation pass = create(AdkObservation.ITERATION, iteration, "");
            yield high(pass, Key.ITERATION, iteration.iteration());
          }
          case Operation.ToolExecution tool -> {
            String name = tool.tool().name();
            Observation call = create(AdkObservation.TOOL, tool, " " + name);
            low(low(call, Key.OPERATION, "execute_tool"), Key.TOOL_NAME, name);
            high(call, Key.CALL_ID, tool.callId());
            yield high(call, Key.ARGUMENTS, turns.arguments(turnId, tool.callId()));
          }
          case Operation.GateWait gate ->
              high(
                  create(AdkObservation.GATE, gate, ""),
                  Key.GATE_REASON,
                  String.valueOf(gate.request().reason()));
          case Operation.StorageCall call -> {
            Observation storage = create(AdkObservation.STORAGE, call, " " + call.callback());
            yield low(storage, Key.CALLBACK, call.callback());
          }
        };
    return high(observation, Key.TURN_ID, turnId);
  }

  private Observation agent(Operation.Turn turn) {
    String agent = turn.context().agent().orElse(null);
    Observation observation = create(AdkObservation.TURN, turn, agent == null ? "" : " " + agent);
    low(observation, Key.OPERATION, "invoke_agent");
    low(observation, Key.AGENT, known(agent));
    if (agent != null) {
      high(observation, Key.AGENT_ID, application == null ? agent : application + ":" + agent);
    }
    return high(observation, Key.AGENT_VERSION, version);
  }

  /** Adds the keys that are known at the end of the operation. */
  private void conclude(Observation observation, Operation operation, @Nullable Throwable thrown) {
    switch (operation) {
      case Operation.Turn turn -> turns.close(turn.context(), observation);
      case Operation.Dispatch dispatch ->
          low(observation, Key.STATUS, status(dispatch.context(), thrown));
      case Operation.GateWait gate ->
          low(observation, Key.GATE_RESULT, GateState.of(thrown).wire());
      case Operation.Iteration iteration ->
          generation(observation, turns.generation(iteration.context().turnId()));
      case Operation.ToolExecution tool -> {}
      case Operation.StorageCall call -> {}
    }
  }

  /** Always sets all low-cardinality keys, because a meter must have the same tags each time. */
  private static void generation(Observation observation, @Nullable GenerationStats stats) {
    low(observation, Key.OPERATION, stats == null ? "none" : "chat");
    low(observation, Key.PROVIDER, known(stats == null ? null : stats.provider()));
    low(observation, Key.RESPONSE_MODEL, known(stats == null ? null : stats.model()));
    if (stats != null) {
      observation.contextualName(stats.model() == null ? "chat" : "chat " + stats.model());
      high(observation, Key.INPUT_TOKENS, stats.promptTokens());
      high(observation, Key.OUTPUT_TOKENS, stats.completionTokens());
      high(observation, Key.CACHE_READ_TOKENS, stats.cacheReadTokens());
      high(observation, Key.CACHE_WRITE_TOKENS, stats.cacheWriteTokens());
      high(observation, Key.REASONING_TOKENS, stats.reasoningTokens());
      high(observation, Key.FINISH_REASON, stats.finishReason());
    }
  }

  private static String known(@Nullable String name) {
    return name == null || name.isEmpty() ? "none" : name;
  }

  private static String status(DispatchContext dispatch, @Nullable Throwable thrown) {
    if (thrown != null) {
      return "nack";
    }
    return dispatch.isAcked() ? "ack" : "aborted";
  }

  private Observation create(AdkObservation documented, Operation operation, String spanSuffix) {
    return documented
        .observation(registry, () -> new AdkObservationContext(operation))
        .contextualName(documented.getContextualName() + spanSuffix);
  }

  private static Observation low(Observation observation, KeyName key, String value) {
    return observation.lowCardinalityKeyValue(key.withValue(value));
  }

  /** Adds no key without a value. */
  private static Observation high(Observation observation, KeyName key, @Nullable Object value) {
    return value == null
        ? observation
        : observation.highCardinalityKeyValue(key.withValue(value.toString()));
  }
}
