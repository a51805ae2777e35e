package dev.adk4j.tool;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.stored.CallJournal;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the calls of one model response in order: neighbors whose tools are {@code parallel} run at
 * once, each other call runs alone on this thread. Records are stored in the order of the calls. If
 * a call waits for a task that it started, the calls after its group wait with it.
 *
 * @param max the maximum of concurrent calls; 1 runs each call alone
 * @param begun the ids of the calls that were started before and waited for their tasks
 * @param refusal the error for a call that must not start, requested right before the start; null
 *     if it may start, and for calls that have not waited
 * @param journal the store for progress while the calls run; null for a turn that is not durable
 */
record CallGroups(
    DispatchContext ctx,
    DispatchExecutorHelpers helpers,
    ToolResultOptions policy,
    int max,
    Set<String> begun,
    @Nullable Function<PendingCall, @Nullable NotStarted> refusal,
    @Nullable CallJournal journal) {

  static final String BEGUN = "begun";
  static final String MAX_PARALLEL = "maxParallel";

  /** Returns the records, without calls that an abort kept from starting; empty if calls wait. */
  List<ToolCall> run(List<PendingCall> calls) {
    List<ToolCall> records = new ArrayList<>();
    List<PendingCall> waiting = new ArrayList<>();
    int next = 0;
    while (next < calls.size() && waiting.isEmpty() && !ctx.aborted()) {
      List<PendingCall> group = parallel(calls.subList(next, calls.size()));
      if (group.isEmpty()) {
        Run alone = new Run(calls.get(next));
        alone.starting();
        settle(alone.run(), records, waiting);
        next++;
        if (next < calls.size() && waiting.isEmpty()) {
          keep(records.getLast());
        }
      } else {
        List<Run> runs = group.stream().map(Run::new).toList();
        next += group.size();
        int behind = calls.size() - next;
        AtomicInteger ended = new AtomicInteger();
        new ParallelCalls(ctx, runs)
            .run(
                max,
                journal != null,
                outcome -> {
                  boolean stored = settle(outcome, records, waiting);
                  boolean last = ended.incrementAndGet() == group.size() && behind == 0;
                  if (stored && !last) {
                    keep(records.getLast());
                  }
                });
      }
    }
    if (waiting.isEmpty()) {
      return records;
    }
    park(waiting, calls.subList(next, calls.size()));
    return List.of();
  }

  /** Stores the call's record now; the last record is stored when the iteration ends. */
  private void keep(ToolCall record) {
    if (journal != null && !ctx.isSignalled()) {
      journal.done(List.of(record.id()));
    }
  }

  /** Returns the calls that start at once if none of them is held back. */
  Set<String> first(List<PendingCall> calls) {
    List<PendingCall> group = parallel(calls);
    return calls.stream()
        .limit(group.isEmpty() ? 1 : Math.min(max, group.size()))
        .map(PendingCall::id)
        .collect(Collectors.toSet());
  }

  /** Evaluated only when its turn comes: an earlier call may have changed the tools. */
  private List<PendingCall> parallel(List<PendingCall> calls) {
    return max == 1 ? List.of() : calls.stream().takeWhile(call -> call.parallel(ctx)).toList();
  }

  /** Returns false if the call waits. */
  private boolean settle(
      PendingCall.Outcome outcome, List<ToolCall> records, List<PendingCall> waiting) {
    if (outcome.gate() == null || ctx.isSignalled()) {
      return records.add(outcome.store(ctx, helpers, policy));
    }
    waiting.add(outcome.call().withGate(outcome.gate()));
    return false;
  }

  private void park(List<PendingCall> waiting, List<PendingCall> behind) {
    if (refusal == null) {
      behind.forEach(call -> call.announce(ctx, helpers));
    }
    Set<String> started = new HashSet<>();
    waiting.forEach(call -> started.add(call.id()));
    behind.stream().map(PendingCall::id).filter(begun::contains).forEach(started::add);
    List<StoredTurn.Call> calls =
        Stream.concat(waiting.stream(), behind.stream()).map(PendingCall::waiting).toList();
    if (!ctx.park(calls, Map.of(), stored(started))) {
      throw new AdkException(
          AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR, "A call waits in a turn that blocks at its gates.");
    }
  }

  /** Returns the state that the calls need to resume. */
  JsonValue stored(Set<String> started) {
    return stored(policy, max, started);
  }

  /** Returns the options that differ from the defaults, which calls need to resume. */
  static JsonValue stored(ToolResultOptions policy, int max, Set<String> started) {
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

  private final class Run implements ParallelCalls.Work {

    private final PendingCall call;
    private Instant announced = Instant.EPOCH;
    private @Nullable NotStarted refused;

    private Run(PendingCall call) {
      this.call = call;
    }

    @Override
    public String tool() {
      return call.request().tool();
    }

    @Override
    public void starting() {
      announced = call.announce(ctx, helpers);
      if (refusal != null) {
        refused = refusal.apply(call);
      } else if (journal != null) {
        journal.start(call.id());
      }
    }

    @Override
    public PendingCall.Outcome run() {
      boolean again = begun.contains(call.id());
      return call.execute(ctx, helpers, policy, announced, refused, again);
    }
  }
}
