package dev.adk4j.turn;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateStore;
import dev.adk4j.gate.LeftGates;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.gate.TurnGates;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import dev.adk4j.waiting.WaitingTurn;
import dev.adk4j.waiting.WaitingTurn.Phase;
import dev.adk4j.waiting.WaitingTurn.State;
import dev.adk4j.waiting.WaitingTurnStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles calls that need an approval in a turn that does not block: they wait in the store and the
 * turn ends, or the turn goes on with those that waited. One for each such turn.
 */
final class Parking {

  private static final Logger log = LoggerFactory.getLogger(Parking.class);

  private final String turnId;
  private final Scope scope;
  private final LeftGates gates;
  private final WaitingTurnStore store;
  private final InstantSource clock;
  private final boolean parks;
  private final boolean stored;
  private final @Nullable JsonValue memo;
  private final @Nullable WaitingTurn resumed;
  private final Map<String, LeftGates.Decided> decided = new ConcurrentHashMap<>();
  private volatile @Nullable WaitingTurn waiting;
  private volatile boolean undecided;
  private WaitingTurn.@Nullable Answer answer;

  private Parking(
      String turnId,
      Scope scope,
      LeftGates gates,
      WaitingTurnStore store,
      InstantSource clock,
      RawTurnContext raw) {
    this.turnId = turnId;
    this.scope = scope;
    this.gates = gates;
    this.store = store;
    this.clock = clock;
    this.parks = raw.parksApprovals();
    this.stored = raw.isStored();
    this.memo = raw.parkingMemo();
    this.resumed = raw.resumed().orElse(null);
  }

  /** Null for a turn that blocks. Refuses one that could not wait, or does not fit its scope. */
  static @Nullable Parking of(RawTurnContext raw, String turnId, Scope scope, Parts parts) {
    WaitingTurn resumed = raw.resumed().orElse(null);
    if (!raw.parksApprovals() && resumed == null) {
      return null;
    }
    LeftGates gates = parts.gates;
    WaitingTurnStore store = parts.store;
    new Violations()
        .check(
            gates != null && store != null,
            "$.parkApprovals",
            "store",
            "needs a runner with TurnRunner.Builder.gates(…) and waitingTurns(…)")
        .check(
            store == null || store.gates().keepsContent(),
            "$.parkApprovals",
            "content",
            "needs a gate store that keeps content: what is approved has to be found again")
        .check(
            scope.conversation() != null,
            "$.scope.conversation",
            "required",
            "is required where a turn may wait for approvals")
        .check(
            resumed == null || resumed.state() == State.RUNNING,
            "$.resume",
            "claim",
            "has to be claimed from the store first")
        .check(
            resumed == null || raw.input().isEmpty(),
            "$.input",
            "empty",
            "must be empty for a turn that goes on: its calls have no results yet")
        .check(
            resumed == null || resumed.scope().equals(scope),
            "$.scope",
            "scope",
            "is not the scope of the turn that waited")
        .throwIfAny(AdkErrorCode.E_INVALID_TURN_CONTEXT);
    return gates == null || store == null
        ? null
        : new Parking(turnId, scope, gates, store, parts.clock, raw);
  }

  /** The parts of a runner for turns that do not block. */
  record Parts(@Nullable LeftGates gates, @Nullable WaitingTurnStore store, InstantSource clock) {}

  boolean parks() {
    return parks;
  }

  @Nullable WaitingTurn resumed() {
    return resumed;
  }

  /** The turn as it waits; null where it does not. */
  @Nullable WaitingTurn waiting() {
    return waiting;
  }

  boolean park(
      DefaultDispatchContext ctx,
      List<WaitingTurn.Call> calls,
      Map<String, GateRequest<?>> asked,
      JsonValue results,
      Consumer<TurnGate> told) {
    Map<String, GateRequest<?>> requests = new LinkedHashMap<>();
    Set<String> answered = new HashSet<>();
    distinct(calls, asked, requests, answered);
    boolean begun = calls.stream().anyMatch(call -> ToolCallRunner.hasBegun(results, call.id()));
    if (!begun && (requests.isEmpty() || answered.size() == requests.size())) {
      return false;
    }
    if (!stored) {
      throw notStored(
          calls.stream().filter(call -> begun || requests.containsKey(call.id())).toList());
    }
    Map<String, GateStore.Opening> openings = new LinkedHashMap<>();
    requests.forEach((call, request) -> openings.put(call, gates.opening(turnId, scope, request)));
    Instant now = clock.instant();
    WaitingTurn turn =
        new WaitingTurn(
            scope,
            turnId,
            State.WAITING,
            Phase.ASKED,
            ctx.iteration(),
            resumed == null ? 0 : resumed.token(),
            0,
            calls,
            results,
            memo,
            null,
            null,
            resumed == null ? now : resumed.createdAt(),
            now);
    AtomicReference<@Nullable WaitingTurn> saved = new AtomicReference<>();
    requests.keySet().removeAll(answered);
    ctx.beside(
        new Write.Beside(
            () -> store.save(turn, openings, saved::set),
            () -> parked(saved.get(), requests, told)));
    ctx.ack();
    return true;
  }

  private static AdkException notStored(List<WaitingTurn.Call> calls) {
    return new AdkException(
        AdkErrorCode.E_INVALID_TURN_CONTEXT,
        calls.stream()
                .map(call -> "The tool '" + call.tool() + "' needs an approval")
                .distinct()
                .collect(Collectors.joining(", "))
            + ", and this turn is not stored, so nobody could decide later: ask within a"
            + " conversation, as agent.conversation(user, id).send(text) does, or block until the"
            + " decision with o.waitForGates(duration).");
  }

  /**
   * The same call asked for twice in one answer needs two decisions, so the second one gets a key
   * of its own.
   */
  private void distinct(
      List<WaitingTurn.Call> calls,
      Map<String, GateRequest<?>> asked,
      Map<String, GateRequest<?>> requests,
      Set<String> answered) {
    Map<String, Integer> keys = new HashMap<>();
    for (WaitingTurn.Call call : calls) {
      GateRequest<?> request = asked.get(call.id());
      if (request == null) {
        continue;
      }
      request = TurnGates.checked(request);
      String key = request.key().orElse(null);
      if (key != null) {
        int again = keys.merge(key, 1, Integer::sum);
        if (again > 1) {
          request = request.key(key + "#" + again);
        } else if (store.gates().answers(scope, key)) {
          answered.add(call.id());
        }
      }
      requests.put(call.id(), request);
    }
  }

  private void parked(
      @Nullable WaitingTurn saved, Map<String, GateRequest<?>> requests, Consumer<TurnGate> told) {
    if (saved == null) {
      throw new IllegalStateException("The store of waiting turns gave no turn back.");
    }
    waiting = saved;
    gates.leaving(turnId);
    List<TurnGate> open = new ArrayList<>();
    for (WaitingTurn.Call call : saved.calls()) {
      GateRequest<?> request = requests.get(call.id());
      if (request != null && call.gate() != null) {
        open.add(gates.leave(turnId, scope, call.gate(), request, clock));
      }
    }
    open.forEach(told);
  }

  /**
   * Runs the calls that waited. Starts none of them while a decision is missing; then the turn
   * waits on.
   */
  void resume(DispatchContext ctx, DispatchExecutorHelpers helpers, WaitingTurn turn) {
    if (!allDecided(ctx, turn)) {
      undecided = true;
      waiting = turn;
      ctx.ack();
      return;
    }
    ToolCallRunner.resume(
        ctx, helpers, turn.calls(), turn.results(), call -> refusal(ctx, call, turn));
  }

  private boolean allDecided(DispatchContext ctx, WaitingTurn turn) {
    boolean all = true;
    for (WaitingTurn.Call call : turn.calls()) {
      boolean asks = call.gate() != null && !ToolCallRunner.hasBegun(turn.results(), call.id());
      GateRequest<?> request = asks ? request(ctx, call) : null;
      if (call.gate() != null && request != null) {
        LeftGates.Decided decision =
            gates.decided(turnId, scope, call.gate(), request, clock).orElse(null);
        all &= decision != null;
        if (decision != null) {
          decided.put(call.id(), decision);
        }
      }
    }
    return all;
  }

  private static @Nullable GateRequest<?> request(DispatchContext ctx, WaitingTurn.Call call) {
    return ctx.tools()
        .get(call.tool())
        .flatMap(tool -> tool.approval(ctx, call.id(), call.args().node()))
        .orElse(null);
  }

  private @Nullable String refusal(DispatchContext ctx, WaitingTurn.Call call, WaitingTurn turn) {
    if (ToolCallRunner.hasBegun(turn.results(), call.id())) {
      return null;
    }
    if (call.gate() != null) {
      return decided.containsKey(call.id())
          ? null
          : "The tool '"
              + call.tool()
              + "' was not started: it is not offered as it was when its approval was asked for.";
    }
    return call.problem() != null || store.start(turn, call.id()) || readOnly(ctx, call)
        ? null
        : "The tool '"
            + call.tool()
            + "' was started, but its process ended before the result was stored. Whether it did its"
            + " work is not known.";
  }

  private static boolean readOnly(DispatchContext ctx, WaitingTurn.Call call) {
    return ctx.tools().get(call.tool()).map(Tool::readOnly).orElse(false);
  }

  /** Returns the decision about the gate of a call that goes on; null for all other gates. */
  LeftGates.@Nullable Decided decision(GateRequest<?> request) {
    return request.toolCallId().map(decided::get).orElse(null);
  }

  /** The writes with the turn's own at their end, so that nothing is kept of a turn that failed. */
  List<Write> with(List<Write> writes, DefaultDispatchContext ctx) {
    List<Write> all = new ArrayList<>(writes.size() + 1);
    List<Write> last = new ArrayList<>(1);
    for (Write write : writes) {
      (write instanceof Write.Beside ? last : all).add(write);
      if (write instanceof Write.Single(CallbackKey key, Object value)
          && key == CallbackKey.STORE_MESSAGE
          && value instanceof Message message
          && message.role() == MessageRole.ASSISTANT) {
        answer =
            new WaitingTurn.Answer(
                message.id(), message.content().map(Tokenizable::value).orElse(""));
      }
    }
    WaitingTurn turn = resumed;
    if (turn != null && last.isEmpty() && !undecided) {
      Phase phase = ctx.isAcked() ? Phase.ANSWERED : Phase.CALLED;
      WaitingTurn further =
          turn.at(phase, ctx.iteration() + 1, phase == Phase.ANSWERED ? answer : null);
      last.add(new Write.Beside(() -> store.advance(further), () -> {}));
    }
    all.addAll(last);
    return all;
  }

  /**
   * Notes how a turn that went on has ended. Where the store is away, or a virtual machine error
   * got in between, the claim runs out by itself, and the turn goes on again.
   */
  void ended(boolean completed, boolean aborted, @Nullable AdkException error) {
    WaitingTurn turn = resumed;
    if (turn == null || (waiting != null && !undecided)) {
      return;
    }
    try {
      if (undecided || (aborted && gates.handsOver())) {
        store.release(turn);
      } else if (completed || aborted) {
        store.finish(turn, completed ? State.COMPLETED : State.ABORTED, null);
      } else if (error != null && !AdkException.is(error, AdkErrorCode.E_STORAGE_UNAVAILABLE)) {
        store.finish(turn, State.FAILED, error.code());
      }
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      log.warn("The end of turn {} could not be noted; it goes on again later.", turnId, e);
    }
  }

  /** The turn's end has been told. */
  void told() {
    gates.ended(turnId);
  }
}
