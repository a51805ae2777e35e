package dev.adk4j.turn;

import dev.adk4j.abort.AbortSignal;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateState;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.stored.CallJournal;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.ParkedGates;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.Phase;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TicketRequest;
import dev.adk4j.stored.TurnGates;
import dev.adk4j.stored.TurnStore;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Saves a turn that does not block, or that resumes: its waiting calls, its progress and its end.
 * {@link ResumingExecutor} runs the calls that waited. One instance for each such turn.
 */
final class Parking {

  final TurnStore store;
  final Map<String, ParkedGates.Decided> decided = new ConcurrentHashMap<>();
  private final ParkedGates gates;
  private final InstantSource clock;
  private final String turnId;
  private final Scope scope;
  final boolean parks;
  private final boolean stored;
  private final @Nullable JsonValue memo;
  private final @Nullable TurnProgress progress;
  private volatile @Nullable StoredTurn waiting;
  private volatile boolean undecided;
  private final Map<String, GateRequest<?>> left = new ConcurrentHashMap<>();
  private final Map<String, Integer> waits = new ConcurrentHashMap<>();

  private Parking(
      RawTurnContext raw, String turnId, Scope scope, GateService service, InstantSource clock) {
    this.turnId = turnId;
    this.scope = scope;
    this.gates = service.parkedGates();
    this.store = service.store();
    this.clock = clock;
    this.parks = raw.parksApprovals();
    this.stored = raw.isStored();
    this.memo = raw.parkingMemo();
    this.progress =
        raw.resumed().map(turn -> new TurnProgress(turn, store, gates, clock)).orElse(null);
  }

  /**
   * Returns null for a turn that blocks. Refuses a turn that could not wait, or does not fit its
   * scope.
   */
  static @Nullable Parking of(
      RawTurnContext raw, String turnId, Scope scope, GateService service, InstantSource clock) {
    StoredTurn resumed = raw.resumed().orElse(null);
    if (!raw.parksApprovals() && resumed == null) {
      return null;
    }
    new Violations()
        .check(
            service.store().keepsContent(),
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
    return new Parking(raw, turnId, scope, service, clock);
  }

  /** Returns the progress of a resumed turn; null for a turn that no other process can resume. */
  static @Nullable TurnProgress progressOf(@Nullable Parking parking) {
    return parking == null ? null : parking.progress;
  }

  /** Returns the resumed turn; null for a new one. */
  static @Nullable StoredTurn resumed(@Nullable Parking parking) {
    TurnProgress progress = progressOf(parking);
    return progress == null ? null : progress.turn;
  }

  /** Returns the fence of a durable turn, which all its writes pass; null for other turns. */
  static @Nullable Fence fenceOf(@Nullable Parking parking) {
    TurnProgress progress = progressOf(parking);
    return progress != null && progress.turn.isDurable() ? progress.fence : null;
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
    if (progress != null) {
      progress.fence.check();
    }
    return store.openGate(request.opening(scope, turnId, clock.instant())).gate();
  }

  boolean park(
      DefaultDispatchContext ctx,
      List<StoredTurn.Call> calls,
      Map<String, GateRequest<?>> asked,
      JsonValue results) {
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
        progress == null
            ? StoredTurn.of(scope, turnId, memo, null, clock.instant())
            : progress.turn;
    StoredTurn turn = before.asking(ctx.iteration(), calls, results);
    AtomicReference<@Nullable StoredTurn> saved = new AtomicReference<>();
    requests.keySet().removeAll(answered);
    ctx.writes.beside(
        new Write.Beside(
            () -> {
              Runnable write = () -> store.save(turn, openings, saved::set);
              if (progress == null) {
                write.run();
              } else {
                progress.fence.passing(write);
              }
            },
            () -> parked(ctx, saved.get(), requests)));
    ctx.ack();
    return true;
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
        } else if (answers(key)) {
          answered.add(call.id());
        }
      }
      requests.put(call.id(), request);
    }
  }

  private boolean answers(String key) {
    return progress == null
        ? store.answers(scope, key)
        : progress.fence.answered(() -> store.answers(scope, key));
  }

  private void parked(
      DefaultDispatchContext ctx,
      @Nullable StoredTurn saved,
      Map<String, GateRequest<?>> requests) {
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
    ContextSupport turn = Objects.requireNonNull(ctx.parent);
    open.forEach(gate -> turn.tell(TurnEvent.TURN_GATE_OPEN, gate));
  }

  /** Keeps a resumed turn waiting, since a decision is missing. */
  void keepWaiting(StoredTurn turn) {
    undecided = true;
    waiting = turn;
  }

  /** Looks up the decision about the gate of a resumed call. Returns false while it is open. */
  boolean decide(StoredTurn.Call call, GateRequest<?> request) {
    Optional<ParkedGates.Decided> made = decided(Objects.requireNonNull(call.gate()), request);
    made.ifPresent(decision -> decided.put(call.id(), decision));
    return made.isPresent();
  }

  private Optional<ParkedGates.Decided> decided(String ref, GateRequest<?> request) {
    return gates.decided(turnId, scope, ref, request, clock);
  }

  /**
   * Returns the decision about the gate of a resumed call; null for all other gates.
   *
   * @param again true to look also for a gate that an earlier run of the tool opened
   */
  ParkedGates.@Nullable Decided decision(GateRequest<?> request, boolean again) {
    ParkedGates.Decided made = request.toolCallId().map(decided::get).orElse(null);
    return made == null && again ? earlier(request) : made;
  }

  /** Returns how long a tool waits on its thread here; null for no limit. */
  @Nullable Duration patience() {
    return canLeave() && fenceOf(this) != null && store.keepsContent() ? gates.patience() : null;
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
  private ParkedGates.@Nullable Decided earlier(GateRequest<?> request) {
    String key = request.key().orElse(null);
    if (key == null || progress == null || progress.turn.token() <= 1) {
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
        .flatMap(gate -> decided(gate.ref(), request))
        .orElse(null);
  }

  /**
   * Returns the writes followed by the turn's own, so that no data of a failed turn is kept.
   *
   * @param ctx of the iteration that ends with these writes
   */
  List<Write> with(List<Write> writes, DefaultDispatchContext ctx) {
    List<Write> all = new ArrayList<>(writes.size() + 1);
    List<Write> last = new ArrayList<>(1);
    for (Write write : writes) {
      (write instanceof Write.Beside ? last : all).add(write);
    }
    if (progress != null) {
      progress.note(writes);
      if (last.isEmpty() && !undecided) {
        last.add(progress.advance(ctx));
      }
    }
    all.addAll(last);
    return all;
  }

  /** Returns true if a durable turn has messages that its model has not seen. */
  boolean hasMore() {
    return progress != null && progress.hasMore() && waiting == null;
  }

  /** Returns an executor that first resumes the turn where it stopped; the same for a new turn. */
  DispatchExecutor resuming(DispatchExecutor executor) {
    return progress == null || progress.turn.phase() == Phase.ACCEPTED
        ? executor
        : new ResumingExecutor(this, progress, executor);
  }

  /** Returns the journal of the calls; null for a turn that is not durable. */
  @Nullable CallJournal journal(DefaultDispatchContext ctx) {
    Fence held = fenceOf(this);
    return held == null || !parks ? null : new StoredCalls(ctx, store, held);
  }

  /** Records how a resumed turn has ended; see {@link TurnProgress#ended}. */
  void ended(
      boolean completed,
      @Nullable AbortSignal abort,
      @Nullable AdkException error,
      BoundStorage storage) {
    if (progress != null && (waiting == null || undecided)) {
      progress.ended(completed, undecided, abort, error, storage);
    }
  }

  /** Called when the turn's end has been emitted. */
  void told() {
    gates.ended(turnId);
  }
}
