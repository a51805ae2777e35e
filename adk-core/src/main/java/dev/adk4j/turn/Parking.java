package dev.adk4j.turn;

import dev.adk4j.abort.AbortSignal;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateState;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.AfterCrash;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.stored.CallJournal;
import dev.adk4j.stored.ParkedGates;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.Phase;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TicketRequest;
import dev.adk4j.stored.Tickets;
import dev.adk4j.stored.TurnCounts;
import dev.adk4j.stored.TurnGates;
import dev.adk4j.stored.TurnRules;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.NotStarted;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles calls that need an approval in a turn that does not block. Either the calls wait in the
 * store and the turn ends, or the turn resumes with the calls that waited. One instance for each
 * such turn.
 */
final class Parking {

  private static final Logger log = LoggerFactory.getLogger(Parking.class);

  private final String turnId;
  private final Scope scope;
  private final ParkedGates gates;
  private final TurnStore store;
  private final InstantSource clock;
  private final boolean parks;
  private final boolean stored;
  private final @Nullable JsonValue memo;
  private final @Nullable StoredTurn resumed;
  private final Map<String, ParkedGates.Decided> decided = new ConcurrentHashMap<>();
  private final @Nullable Fence fence;
  private volatile @Nullable StoredTurn waiting;
  private volatile boolean undecided;
  private StoredTurn.@Nullable Answer answer;
  private volatile StoredTurn.Inbox inbox;
  private List<Message> unfinished = List.of();
  private final Map<String, GateRequest<?>> left = new ConcurrentHashMap<>();
  private final Map<String, Integer> waits = new ConcurrentHashMap<>();

  private Parking(
      String turnId,
      Scope scope,
      ParkedGates gates,
      TurnStore store,
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
    this.inbox = resumed == null ? StoredTurn.Inbox.EMPTY : resumed.inbox();
    this.fence = resumed == null ? null : new Fence(store, resumed);
  }

  /**
   * Returns null for a turn that blocks. Refuses a turn that could not wait, or does not fit its
   * scope.
   */
  static @Nullable Parking of(RawTurnContext raw, String turnId, Scope scope, Parts parts) {
    StoredTurn resumed = raw.resumed().orElse(null);
    if (!raw.parksApprovals() && resumed == null) {
      return null;
    }
    ParkedGates gates = parts.gates;
    TurnStore store = parts.store;
    new Violations()
        .check(
            store.keepsContent(),
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
            resumed == null || resumed.phase() == Phase.ACCEPTED || raw.input().isEmpty(),
            "$.input",
            "empty",
            "must be empty for a turn that goes on: its calls have no results yet")
        .check(
            resumed == null || !resumed.isDurable() || (raw.parksApprovals() && raw.isStored()),
            "$.resume",
            "durable",
            "is durable: it parks its approvals and is stored")
        .check(
            resumed == null || resumed.scope().equals(scope),
            "$.scope",
            "scope",
            "is not the scope of the turn that waited")
        .throwIfAny(AdkErrorCode.E_INVALID_TURN_CONTEXT);
    return new Parking(turnId, scope, gates, store, parts.clock, raw);
  }

  /** The parts of a runner for turns that do not block. */
  record Parts(ParkedGates gates, TurnStore store, InstantSource clock) {}

  boolean parks() {
    return parks;
  }

  @Nullable StoredTurn resumed() {
    return resumed;
  }

  /** Returns the check of every write; null for a turn that no other process can resume. */
  @Nullable Fence fence() {
    return fence;
  }

  /** Returns the fence of a durable turn, which all its writes pass; null for other turns. */
  @Nullable Fence durableFence() {
    return fence != null && fence.turn().isDurable() ? fence : null;
  }

  boolean isFenced() {
    return fence != null && fence.isLost();
  }

  /** Aborts a durable turn between two iterations if it must stop, or if its process stops. */
  void handOver() {
    Fence held = durableFence();
    if (held != null && inbox.stop()) {
      held.abort(TurnRules.STOPPED);
    } else if (held != null && gates.handsOver()) {
      held.abort(TurnRules.HANDED_OVER);
    }
  }

  /** Returns the waiting form of the turn; null if it does not wait. */
  @Nullable StoredTurn waiting() {
    return waiting;
  }

  boolean canLeave() {
    return parks && stored;
  }

  /** Opens a gate for a call that waits. Fails in a run that lost its turn. */
  GateRecord leave(TicketRequest request) {
    if (fence != null) {
      fence.check();
    }
    return store.openGate(request.opening(scope, turnId, clock.instant())).gate();
  }

  private Optional<GateRecord> ticket(StoredTurn.Call call) {
    return Tickets.of(store, scope.tenant(), turnId, call.id(), call.gate());
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

  boolean park(
      DefaultDispatchContext ctx,
      List<StoredTurn.Call> calls,
      Map<String, GateRequest<?>> asked,
      JsonValue results,
      Consumer<TurnGate> told) {
    Map<String, GateRequest<?>> requests = new LinkedHashMap<>();
    Set<String> answered = new HashSet<>();
    distinct(calls, asked, requests, answered);
    calls.stream()
        .filter(call -> left.containsKey(call.id()))
        .forEach(call -> requests.put(call.id(), left.get(call.id())));
    boolean begun = calls.stream().anyMatch(call -> ToolCallRunner.hasBegun(results, call.id()));
    if (!begun && (requests.isEmpty() || answered.size() == requests.size())) {
      return false;
    }
    if (!stored) {
      throw notStored(
          calls.stream().filter(call -> begun || requests.containsKey(call.id())).toList());
    }
    Map<String, TurnStore.Opening> openings = new LinkedHashMap<>();
    requests.forEach((call, request) -> openings.put(call, gates.opening(turnId, scope, request)));
    StoredTurn before =
        resumed == null ? StoredTurn.of(scope, turnId, memo, null, clock.instant()) : resumed;
    StoredTurn turn = before.asking(ctx.iteration(), calls, results);
    AtomicReference<@Nullable StoredTurn> saved = new AtomicReference<>();
    requests.keySet().removeAll(answered);
    ctx.beside(
        new Write.Beside(
            () -> passing(() -> store.save(turn, openings, saved::set)),
            () -> parked(saved.get(), requests, told)));
    ctx.ack();
    return true;
  }

  private void passing(Runnable write) {
    if (fence == null) {
      write.run();
    } else {
      fence.passing(write);
    }
  }

  private static AdkException notStored(List<StoredTurn.Call> calls) {
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

  /** Gives equal calls in one answer different keys, since each needs its own decision. */
  private void distinct(
      List<StoredTurn.Call> calls,
      Map<String, GateRequest<?>> asked,
      Map<String, GateRequest<?>> requests,
      Set<String> answered) {
    Map<String, Integer> keys = new HashMap<>();
    for (StoredTurn.Call call : calls) {
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
        } else if (store.answers(scope, key)) {
          answered.add(call.id());
        }
      }
      requests.put(call.id(), request);
    }
  }

  private void parked(
      @Nullable StoredTurn saved, Map<String, GateRequest<?>> requests, Consumer<TurnGate> told) {
    if (saved == null) {
      throw new IllegalStateException("The store of waiting turns gave no turn back.");
    }
    waiting = saved;
    gates.leaving(turnId);
    List<TurnGate> open = new ArrayList<>();
    for (StoredTurn.Call call : saved.calls()) {
      GateRequest<?> request = requests.get(call.id());
      if (request != null && call.gate() != null) {
        open.add(gates.park(turnId, scope, call.gate(), request, clock));
      }
    }
    open.forEach(told);
  }

  /**
   * Runs the calls that waited. While a decision is missing, none of them starts and the turn keeps
   * waiting.
   */
  void resume(DispatchContext ctx, DispatchExecutorHelpers helpers, StoredTurn turn) {
    if (!allDecided(ctx, turn)) {
      undecided = true;
      waiting = turn;
      ctx.ack();
      return;
    }
    if (!asksAgain(ctx, turn)) {
      ToolCallRunner.resume(
          ctx, helpers, turn.calls(), turn.results(), call -> instead(ctx, call, turn));
    }
  }

  /**
   * Lets the turn wait if calls were started whose outcome is unknown and a person must decide
   * whether they may start again.
   */
  private boolean asksAgain(DispatchContext ctx, StoredTurn turn) {
    Map<String, GateRequest<?>> asked = new LinkedHashMap<>();
    for (StoredTurn.Call call : turn.calls()) {
      boolean open =
          call.started()
              && call.gate() == null
              && call.problem() == null
              && !ToolCallRunner.hasBegun(turn.results(), call.id());
      Tool tool = open ? tool(ctx, call) : null;
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

  /**
   * Returns the tool in the form in which this call starts it; null if it is not offered any more.
   */
  private static @Nullable Tool tool(DispatchContext ctx, StoredTurn.Call call) {
    Tool tool = ctx.tools().get(call.tool()).orElse(null);
    return tool == null || !call.started() ? tool : ApprovalGuard.afterCrash(tool, call.id());
  }

  private boolean allDecided(DispatchContext ctx, StoredTurn turn) {
    boolean all = true;
    for (StoredTurn.Call call : turn.calls()) {
      boolean begun = ToolCallRunner.hasBegun(turn.results(), call.id());
      all &= !begun || ticket(call).filter(gate -> gate.state() == GateState.OPEN).isEmpty();
      GateRequest<?> request = call.gate() != null && !begun ? request(ctx, call) : null;
      if (call.gate() != null && request != null) {
        ParkedGates.Decided decision =
            gates.decided(turnId, scope, call.gate(), request, clock).orElse(null);
        all &= decision != null;
        if (decision != null) {
          decided.put(call.id(), decision);
        }
      }
    }
    return all;
  }

  private static @Nullable GateRequest<?> request(DispatchContext ctx, StoredTurn.Call call) {
    Tool tool = tool(ctx, call);
    return tool == null ? null : tool.approval(ctx, call.id(), call.args().node()).orElse(null);
  }

  private @Nullable NotStarted instead(DispatchContext ctx, StoredTurn.Call call, StoredTurn turn) {
    if (ToolCallRunner.hasBegun(turn.results(), call.id())) {
      return completed(call);
    }
    if (call.gate() != null) {
      return decided.containsKey(call.id())
          ? null
          : NotStarted.refused(
              "The tool '"
                  + call.tool()
                  + "' was not started: it is not offered as it was when its approval was asked"
                  + " for.");
    }
    if (call.problem() != null || store.start(turn, call.id())) {
      return null;
    }
    if (fence != null) {
      fence.check(); // otherwise a lost claim would look like a crash
    }
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
    Tool tool = tool(ctx, call);
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

  /** Returns the decision about the gate of a resumed call; null for all other gates. */
  ParkedGates.@Nullable Decided decision(GateRequest<?> request) {
    return request.toolCallId().map(decided::get).orElse(null);
  }

  /** Returns how long a tool waits on its thread here; null for no limit. */
  @Nullable Duration patience() {
    return canLeave() && durableFence() != null && store.keepsContent() ? gates.patience() : null;
  }

  /** Records that a call waits for its request without its thread. */
  void left(String call, GateRequest<?> request, Duration waited) {
    Duration most = request.timeout().orElse(null);
    Duration least = Duration.ofMillis(1);
    left.put(
        call,
        most == null
            ? request
            : request.timeout(
                most.minus(waited).compareTo(least) < 0 ? least : most.minus(waited)));
  }

  /**
   * Returns the decision about the gate that this wait opened in an earlier run of its tool: the
   * first wait with a key had the turn's first gate of that key, and so on.
   */
  ParkedGates.@Nullable Decided earlier(GateRequest<?> request) {
    String key = request.key().orElse(null);
    StoredTurn turn = resumed;
    if (key == null || turn == null || turn.token() <= 1) {
      return null;
    }
    int before = waits.merge(key, 1, Integer::sum) - 1;
    GateQuery mine =
        new GateQuery(scope.tenant(), scope.conversation(), turnId, null, false, null, 1000);
    return store.gates(mine).stream()
        .filter(gate -> key.equals(gate.key()))
        .skip(before)
        .findFirst()
        .filter(gate -> gate.state() != GateState.OPEN)
        .flatMap(gate -> gates.decided(turnId, scope, gate.ref(), request, clock))
        .orElse(null);
  }

  /** Remembers the last stored message of the assistant: the turn may end with it. */
  void note(List<Write> writes) {
    for (Write write : writes) {
      if (write instanceof Write.Single(CallbackKey key, Object value)
          && key == CallbackKey.STORE_MESSAGE
          && value instanceof Message message
          && message.role() == MessageRole.ASSISTANT) {
        answer =
            new StoredTurn.Answer(
                message.id(), message.content().map(Tokenizable::value).orElse(""));
      }
    }
  }

  /** Returns the writes followed by the turn's own, so that no data of a failed turn is kept. */
  List<Write> with(List<Write> writes, DefaultDispatchContext ctx) {
    List<Write> all = new ArrayList<>(writes.size() + 1);
    List<Write> last = new ArrayList<>(1);
    for (Write write : writes) {
      (write instanceof Write.Beside ? last : all).add(write);
    }
    note(writes);
    StoredTurn turn = resumed;
    if (turn != null && last.isEmpty() && !undecided) {
      Phase phase = ctx.isAcked() ? Phase.ANSWERED : Phase.CALLED;
      StoredTurn further =
          turn.at(phase, ctx.iteration() + 1, phase == Phase.ANSWERED ? answer : null);
      AtomicReference<StoredTurn.Inbox> sent = new AtomicReference<>(inbox);
      last.add(
          new Write.Beside(
              () -> passing(() -> store.advance(further, sent::set)), () -> inbox = sent.get()));
    }
    all.addAll(last);
    return all;
  }

  /** Returns true if a durable turn has messages that its model has not seen. */
  boolean hasMore() {
    return inbox.hasUnread() && durableFence() != null && waiting == null;
  }

  /**
   * Stores messages that were sent to the turn, and their receipt, in a transaction of their own.
   * Does nothing while calls have no results yet.
   */
  void takeLetters(DefaultDispatchContext ctx, UnaryOperator<Message> filter) {
    StoredTurn turn = resumed;
    if (turn == null
        || !hasMore()
        || (ctx.isFirstIteration()
            && turn.phase() != Phase.ACCEPTED
            && turn.phase() != Phase.CALLED)) {
      return;
    }
    List<TurnStore.Letter> letters = store.unread(turn);
    if (letters.isEmpty()) {
      return;
    }
    letters.forEach(letter -> take(ctx, Message.fromJson(letter.message().node()), filter));
    long last = letters.getLast().n();
    ctx.commit(() -> passing(() -> store.read(turn, last)));
    StoredTurn.Inbox before = inbox;
    inbox = new StoredTurn.Inbox(Math.max(before.sent(), last), last, before.stop());
  }

  private static void take(
      DefaultDispatchContext ctx, Message sent, UnaryOperator<Message> filter) {
    try {
      ctx.storeMessage(filter.apply(sent));
    } catch (AdkException e) {
      if (!AdkException.is(e, AdkErrorCode.E_GUARD_REFUSED)) {
        throw e;
      }
      log.info("A message to turn {} was left out: {}", ctx.turnId(), e.getMessage());
    }
  }

  /** Returns the journal of the calls; null for a turn that is not durable. */
  @Nullable CallJournal journal(DefaultDispatchContext ctx) {
    Fence held = durableFence();
    return held == null || !parks ? null : new StoredCalls(ctx, store, held);
  }

  /**
   * Records how a resumed turn has ended. If the store does not answer, or a virtual machine error
   * interrupts this, the claim runs out by itself, and the turn resumes again.
   */
  void ended(
      boolean completed,
      @Nullable AbortSignal abort,
      @Nullable AdkException error,
      BoundStorage storage) {
    StoredTurn turn = resumed;
    boolean aborted = abort != null;
    boolean taken = isFenced() || (abort != null && abort.reason() == TurnRules.LOST);
    if (turn == null || (waiting != null && !undecided) || taken) {
      return;
    }
    try {
      if (undecided || (aborted && gates.handsOver())) {
        store.release(turn);
      } else if (completed || aborted) {
        finish(completed ? State.COMPLETED : State.ABORTED, null, unfinished, storage);
      } else if (error != null && !isUnavailable(error)) {
        // text that a guard refused is not kept, not even its beginning
        List<Message> kept = caused(error, AdkErrorCode.E_GUARD_REFUSED) ? List.of() : unfinished;
        if (finish(State.FAILED, error.code(), kept, storage)) {
          store.here().add(TurnCounts.Event.FAILED);
        }
      }
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      log.warn("The end of turn {} could not be noted; it goes on again later.", turnId, e);
    }
  }

  /** Remembers the messages that the dispatch emitted and did not store. */
  void left(List<Message> unfinished) {
    this.unfinished = unfinished;
  }

  /**
   * Records the end of the turn and stores the written part of its answer with it, both or neither.
   * A text that cannot be stored does not prevent the turn from ending.
   *
   * @return false if the claim was lost
   */
  boolean finish(
      State end, @Nullable String error, List<Message> unfinished, BoundStorage storage) {
    StoredTurn turn = Objects.requireNonNull(resumed);
    Fence held = Objects.requireNonNull(fence);
    if (!unfinished.isEmpty()) {
      List<Write> writes = new ArrayList<>();
      writes.add(new Write.Beside(held::check, () -> {}));
      unfinished.forEach(text -> writes.add(new Write.Single(CallbackKey.STORE_MESSAGE, text)));
      writes.add(new Write.Beside(() -> ending(store.finish(turn, end, error)), () -> {}));
      try {
        Fence.flush(held, storage, writes, () -> false, persisted -> {});
        return true;
      } catch (Throwable e) {
        FatalErrors.rethrow(e);
        if (held.isLost()) {
          return false;
        }
        Failures.keepInterrupt(e);
        log.warn("What turn {} wrote of its answer could not be kept.", turnId, e);
      }
    }
    return store.finish(turn, end, error);
  }

  private void ending(boolean held) {
    if (!held) {
      throw TurnRules.fenced(Objects.requireNonNull(resumed));
    }
  }

  /**
   * Returns true if the storage did not answer. This does not end the turn, which resumes from its
   * stored data.
   */
  private boolean isUnavailable(AdkException error) {
    return durableFence() == null
        ? AdkException.is(error, AdkErrorCode.E_STORAGE_UNAVAILABLE)
        : caused(error, AdkErrorCode.E_STORAGE_UNAVAILABLE);
  }

  private static boolean caused(Throwable error, AdkErrorCode code) {
    Throwable cause = error;
    for (int i = 0; cause != null && i < 20; i++, cause = cause.getCause()) {
      if (AdkException.is(cause, code)) {
        return true;
      }
    }
    return false;
  }

  /** Called when the turn's end has been emitted. */
  void told() {
    gates.ended(turnId);
  }
}
