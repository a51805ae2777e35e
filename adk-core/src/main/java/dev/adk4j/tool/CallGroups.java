package dev.adk4j.tool;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.ToolCall;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs the calls of one answer in order: neighbors whose tools say {@code parallel} at once, each
 * other call alone and on this thread. Records are stored in the order of the calls.
 *
 * @param max how many calls run at once; 1 runs all of them alone
 * @param refusal what the model is told instead of starting a call, asked right before the start;
 *     null where it may start
 */
record CallGroups(
    DispatchContext ctx,
    DispatchExecutorHelpers helpers,
    ToolResultOptions policy,
    int max,
    Function<PendingCall, @Nullable String> refusal) {

  /** Returns the records; none of the calls that an abort kept from starting. */
  List<ToolCall> run(List<PendingCall> calls) {
    List<ToolCall> records = new ArrayList<>();
    int next = 0;
    while (next < calls.size() && !ctx.aborted()) {
      List<PendingCall> group = parallel(calls.subList(next, calls.size()));
      if (group.isEmpty()) {
        Run alone = new Run(calls.get(next));
        alone.starting();
        store(alone.run(), records);
        next++;
      } else {
        List<Run> runs = group.stream().map(Run::new).toList();
        new ParallelCalls(ctx, runs).run(max, record -> store(record, records));
        next += group.size();
      }
    }
    return records;
  }

  /** Looked at when it is their turn: a call before them may have changed the tools. */
  private List<PendingCall> parallel(List<PendingCall> calls) {
    return max == 1 ? List.of() : calls.stream().takeWhile(call -> call.parallel(ctx)).toList();
  }

  private void store(ToolCall record, List<ToolCall> records) {
    ctx.storeToolCall(record);
    records.add(record);
  }

  private final class Run implements ParallelCalls.Work {

    private final PendingCall call;
    private Instant begun = Instant.EPOCH;
    private @Nullable String refused;

    private Run(PendingCall call) {
      this.call = call;
    }

    @Override
    public String tool() {
      return call.request().tool();
    }

    @Override
    public void starting() {
      begun = call.announce(ctx, helpers);
      refused = refusal.apply(call);
    }

    @Override
    public ToolCall run() {
      return call.execute(ctx, helpers, policy, begun, refused);
    }
  }
}
