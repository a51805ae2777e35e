package dev.adk4j.turn;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateState;
import dev.adk4j.loop.AfterCrash;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.Tickets;
import dev.adk4j.stored.TurnCounts;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.tool.NotStarted;
import dev.adk4j.tool.ToolCallRunner;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resumes a waiting turn at the point at which it stopped, and leaves the rest to the executor.
 * Used once.
 */
final class ResumingExecutor implements DispatchExecutor {

  private static final Logger log = LoggerFactory.getLogger(Parking.class);

  private final Parking parking;
  private final TurnStore store;
  private final StoredTurn turn;
  private final Fence fence;
  private final DispatchExecutor executor;
  private boolean begun;

  ResumingExecutor(Parking parking, TurnProgress progress, DispatchExecutor executor) {
    this.parking = parking;
    this.store = parking.store;
    this.turn = progress.turn;
    this.fence = progress.fence;
    this.executor = executor;
  }

  @Override
  public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
    boolean first = !begun;
    begun = true;
    if (first && turn.phase() == StoredTurn.Phase.ASKED) {
      resume(ctx, helpers);
    } else if (first && turn.phase() == StoredTurn.Phase.ANSWERED) {
      ctx.ack();
    } else {
      executor.execute(ctx, helpers);
    }
  }

  /**
   * Runs the calls that waited. While a decision is missing, none of them starts and the turn keeps
   * waiting.
   */
  private void resume(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    if (!allDecided(ctx)) {
      parking.keepWaiting(turn);
      ctx.ack();
      return;
    }
    if (!asksAgain(ctx)) {
      ToolCallRunner.resume(ctx, helpers, turn.calls(), turn.results(), call -> instead(ctx, call));
    }
  }

  /**
   * Lets the turn wait if calls were started whose outcome is unknown and a person must decide
   * whether they may start again.
   */
  private boolean asksAgain(DispatchContext ctx) {
    Map<String, GateRequest<?>> asked = new LinkedHashMap<>();
    for (StoredTurn.Call call : turn.calls()) {
      boolean open =
          call.started() && call.gate() == null && call.problem() == null && !hasBegun(call);
      Tool tool = open ? ToolCallRunner.toolOf(ctx, call) : null;
      if (tool != null
          && tool.afterCrash() == AfterCrash.ASK
          && completed(ctx, tool, call) == null) {
        tool.approval(ctx, call.id(), call.args().node())
            .ifPresent(request -> asked.put(call.id(), request));
      }
    }
    asked.keySet().forEach(call -> store.here().add(TurnCounts.Event.CALL_ASKED));
    return !asked.isEmpty() && ctx.park(turn.calls(), asked, turn.results());
  }

  private boolean allDecided(DispatchContext ctx) {
    boolean all = true;
    for (StoredTurn.Call call : turn.calls()) {
      if (hasBegun(call)) {
        all &= ticket(call).filter(gate -> gate.state() == GateState.OPEN).isEmpty();
        continue;
      }
      Tool tool = call.gate() == null ? null : ToolCallRunner.toolOf(ctx, call);
      GateRequest<?> request =
          tool == null ? null : tool.approval(ctx, call.id(), call.args().node()).orElse(null);
      all &= request == null || parking.decide(call, request);
    }
    return all;
  }

  private boolean hasBegun(StoredTurn.Call call) {
    return ToolCallRunner.hasBegun(turn.results(), call.id());
  }

  private @Nullable NotStarted instead(DispatchContext ctx, StoredTurn.Call call) {
    if (hasBegun(call)) {
      return completed(call);
    }
    if (call.gate() != null) {
      return parking.decided.containsKey(call.id())
          ? null
          : NotStarted.refused(
              "The tool '"
                  + call.tool()
                  + "' was not started: it is not offered as it was when its approval was asked"
                  + " for.");
    }
    if (call.problem() != null || fence.answered(() -> store.start(turn, call.id()))) {
      return null;
    }
    fence.check(); // otherwise a lost claim would look like a crash
    NotStarted unknown = unknown(call);
    NotStarted instead = afterCrash(ctx, call, unknown);
    store
        .here()
        .add(
            instead == null
                ? TurnCounts.Event.CALL_REPEATED
                : instead == unknown ? TurnCounts.Event.CALL_UNKNOWN : TurnCounts.Event.CALL_FOUND);
    return instead;
  }

  private static NotStarted unknown(StoredTurn.Call call) {
    return NotStarted.refused(
        "The tool '"
            + call.tool()
            + "' was started, but its process ended before the result was stored. Whether it"
            + " did its work is not known.");
  }

  private static @Nullable NotStarted afterCrash(
      DispatchContext ctx, StoredTurn.Call call, NotStarted unknown) {
    Tool tool = ToolCallRunner.toolOf(ctx, call);
    if (tool == null) {
      return unknown;
    }
    try {
      ToolOutput output = completed(ctx, tool, call);
      if (output != null) {
        return NotStarted.completed(output);
      }
    } catch (AdkException e) {
      return unknown;
    }
    return tool.afterCrash() == AfterCrash.REPEAT ? null : unknown;
  }

  /**
   * Returns the output of a call that was started before, if it is known. Asks for it once or
   * twice.
   */
  private static @Nullable ToolOutput completed(
      DispatchContext ctx, Tool tool, StoredTurn.Call call) {
    Tool.CallLookup lookup = tool.completedBy().orElse(null);
    if (lookup == null) {
      return null;
    }
    try {
      return lookup.find(call.id(), ctx).orElse(null);
    } catch (Exception e) {
      log.warn("What became of a call of '{}' could not be found out.", call.tool(), e);
      throw new AdkException(
          AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR,
          "What became of a call of '" + call.tool() + "' could not be found out.",
          e);
    }
  }

  private Optional<GateRecord> ticket(StoredTurn.Call call) {
    return Tickets.of(store, turn.scope().tenant(), turn.turnId(), call.id(), call.gate());
  }

  private @Nullable NotStarted completed(StoredTurn.Call call) {
    Tickets.Outcome outcome = ticket(call).map(gate -> Tickets.outcome(store, gate)).orElse(null);
    if (outcome == null) {
      return null;
    }
    return outcome.failure() == null
        ? NotStarted.completed(ToolOutput.text(String.valueOf(outcome.value())))
        : NotStarted.refused(outcome.failure());
  }
}
