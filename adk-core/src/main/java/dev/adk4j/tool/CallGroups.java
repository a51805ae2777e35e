package dev.adk4j.tool;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.value.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Runs the calls of one model response in order: neighbors whose tools are {@code parallel} run at
 * once, each other call runs alone on this thread. Records are stored in the order of the calls. If
 * a call waits for a task that it started, the calls after its group wait with it.
 *
 * @param max the maximum of concurrent calls; 1 runs each call alone
 * @param begun the ids of the calls that were started before and waited for their tasks
 * @param refusal the error for a call that must not start, requested right before the start; null
 *     if it may start, and for calls that have not waited
 */
record CallGroups(
    DispatchContext ctx,
    DispatchExecutorHelpers helpers,
    ToolResultOptions policy,
    int max,
    Set<String> begun,
    @Nullable Function<StoredTurn.Call, @Nullable NotStarted> refusal) {

  private static final String BEGUN = "begun";
  private static final String MAX_PARALLEL = "maxParallel";

  /** Creates the groups of a new response. */
  CallGroups(
      DispatchContext ctx, DispatchExecutorHelpers helpers, ToolResultOptions policy, int max) {
    this(ctx, helpers, policy, max, Set.of(), null);
  }

  /**
   * Creates the groups of a response that waited.
   *
   * @param stored what {@link #stored} returned then
   */
  CallGroups(
      DispatchContext ctx,
      DispatchExecutorHelpers helpers,
      JsonNode stored,
      Function<StoredTurn.Call, @Nullable NotStarted> refusal) {
    this(
        ctx,
        helpers,
        new ToolResultOptions(
            ToolResultOptions.ErrorDetail.valueOf(
                stored
                    .path("errorDetail")
                    .asString(ToolResultOptions.DEFAULT.errorDetail().name())),
            stored.path("inlineUpTo").asLong(ToolResultOptions.DEFAULT.inlineUpTo())),
        stored.path(MAX_PARALLEL).asInt(ToolCallRunner.MAX_PARALLEL),
        begun(stored),
        refusal);
  }

  /** Returns the ids of the calls that were started and wait for their tasks. */
  static Set<String> begun(JsonNode stored) {
    return stored.path(BEGUN).valueStream().map(JsonNode::asString).collect(Collectors.toSet());
  }

  /** Runs one call alone, which cannot wait. */
  ToolCall run(ToolCallRequest request) {
    PendingCall call = new PendingCall(this, request);
    ask(List.of(call), Set.of(call.id()));
    return call.start().run().store();
  }

  /** Runs the calls of a new response, unless they wait for approvals. */
  List<ToolCall> runAll(List<ToolCallRequest> requests) {
    List<PendingCall> calls = requests.stream().map(call -> new PendingCall(this, call)).toList();
    if (parked(calls)) {
      return List.of();
    }
    if (!calls.isEmpty()) {
      ask(calls, first(calls));
    }
    return run(calls);
  }

  /** Runs the calls of a response that waited. */
  void resume(List<StoredTurn.Call> left) {
    run(left.stream().map(call -> new PendingCall(this, call)).toList());
  }

  /** Returns the records, without calls that an abort kept from starting; empty if calls wait. */
  private List<ToolCall> run(List<PendingCall> calls) {
    List<ToolCall> records = new ArrayList<>();
    List<PendingCall> waiting = new ArrayList<>();
    List<String> unsaved = new ArrayList<>();
    Consumer<PendingCall> settle =
        call -> {
          if (call.waits() && !ctx.isSignalled()) {
            waiting.add(call);
          } else {
            records.add(call.store());
            unsaved.add(records.getLast().id());
          }
        };
    Runnable save =
        () -> {
          // the last records are stored when the iteration ends
          if (!unsaved.isEmpty() && records.size() + waiting.size() < calls.size()) {
            List<String> ended = List.copyOf(unsaved);
            unsaved.clear();
            ctx.journal()
                .filter(journal -> !ctx.isSignalled())
                .ifPresent(journal -> journal.done(ended));
          }
        };
    int next = 0;
    while (next < calls.size() && waiting.isEmpty() && !ctx.aborted()) {
      List<PendingCall> group = parallel(calls.subList(next, calls.size()));
      if (group.isEmpty()) {
        settle.accept(calls.get(next++).start().run());
        save.run();
      } else {
        next += group.size();
        new ParallelCalls(ctx, group).run(max, settle, save);
      }
    }
    if (waiting.isEmpty()) {
      return records;
    }
    park(waiting, calls.subList(next, calls.size()));
    return List.of();
  }

  private void ask(List<PendingCall> calls, Set<String> first) {
    ctx.journal()
        .ifPresent(
            journal ->
                journal.ask(
                    calls.stream()
                        .map(call -> call.stored().withStarted(first.contains(call.id())))
                        .toList(),
                    stored(Set.of())));
  }

  /** Returns the result of a call that must not start; null for one that starts now. */
  @Nullable NotStarted starting(StoredTurn.Call call) {
    if (refusal != null) {
      return refusal.apply(call);
    }
    ctx.journal().ifPresent(journal -> journal.start(call.id()));
    return null;
  }

  /** Returns the calls that start at once if none of them is held back. */
  private Set<String> first(List<PendingCall> calls) {
    List<PendingCall> group = parallel(calls);
    return calls.stream()
        .limit(group.isEmpty() ? 1 : Math.min(max, group.size()))
        .map(PendingCall::id)
        .collect(Collectors.toSet());
  }

  /** Evaluated only when its turn comes: an earlier call may have changed the tools. */
  private List<PendingCall> parallel(List<PendingCall> calls) {
    return max == 1 ? List.of() : calls.stream().takeWhile(PendingCall::parallel).toList();
  }

  /** Lets all calls wait if an approval is missing. */
  private boolean parked(List<PendingCall> calls) {
    Map<String, GateRequest<?>> gates = new HashMap<>();
    if (ctx.parksApprovals()) {
      calls.forEach(call -> call.approval().ifPresent(gate -> gates.put(call.id(), gate)));
    }
    if (gates.isEmpty() || !ctx.park(stored(calls), gates, stored(Set.of()))) {
      return false;
    }
    calls.forEach(PendingCall::announce);
    return true;
  }

  /** Lets calls wait that started a task, and those behind them. */
  private void park(List<PendingCall> waiting, List<PendingCall> behind) {
    if (refusal == null) {
      behind.forEach(PendingCall::announce);
    }
    Set<String> started = new HashSet<>();
    waiting.forEach(call -> started.add(call.id()));
    behind.stream().map(PendingCall::id).filter(begun::contains).forEach(started::add);
    List<PendingCall> all = Stream.concat(waiting.stream(), behind.stream()).toList();
    if (!ctx.park(stored(all), Map.of(), stored(started))) {
      throw new AdkException(
          AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR, "A call waits in a turn that blocks at its gates.");
    }
  }

  private static List<StoredTurn.Call> stored(List<PendingCall> calls) {
    return calls.stream().map(PendingCall::stored).toList();
  }

  /** Returns the options that differ from the defaults, which calls need to resume. */
  private JsonValue stored(Set<String> started) {
    Map<String, Object> form = new HashMap<>();
    if (policy.errorDetail() != ToolResultOptions.DEFAULT.errorDetail()) {
      form.put("errorDetail", policy.errorDetail().name());
    }
    if (policy.inlineUpTo() != ToolResultOptions.DEFAULT.inlineUpTo()) {
      form.put("inlineUpTo", policy.inlineUpTo());
    }
    if (max != ToolCallRunner.MAX_PARALLEL) {
      form.put(MAX_PARALLEL, max);
    }
    if (!started.isEmpty()) {
      form.put(BEGUN, List.copyOf(started));
    }
    return JsonValue.of(form);
  }
}
