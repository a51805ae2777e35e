package dev.adk4j.turn;

import dev.adk4j.abort.AbortController;
import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.event.AgentEvent.TurnGateClosed;
import dev.adk4j.event.AgentEvent.TurnStart;
import dev.adk4j.event.AgentEvent.WarningEvent;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateListener;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateState;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.internal.CurrentCall;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.Operation;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.ParkedGates;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnGates;
import dev.adk4j.token.internal.TokenWarning;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A turn's context, and the events that the runner emits for the turn. */
final class LiveTurn extends ContextSupport implements TurnContext, GateListener {

  private static final Logger log = LoggerFactory.getLogger(LiveTurn.class);

  /** Limits how long the end waits for a listener that other threads are in. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  final @Nullable Parking parking;
  final TurnCall call;
  private volatile List<Message> input;
  final EventSink events;
  private final GateService gates;
  private final Instant startedAt;
  private final long started = System.nanoTime();
  private final AbortController ending = new AbortController();
  private volatile @Nullable AdkException failure;
  private boolean completed;
  private volatile UnaryOperator<Message> letters = message -> message;
  private boolean startTold;
  private boolean endTold;

  /**
   * @param parking null if the turn blocks
   * @param call whose inspectors are called right before the turn's end is emitted
   * @param gates the service that stores its gates
   */
  LiveTurn(
      String id,
      @Nullable Parking parking,
      ContextSeed seed,
      StorageBindings callbacks,
      TurnCall call,
      EventSink events,
      GateService gates) {
    super(id, seed, callbacks);
    this.parking = parking;
    this.call = call;
    this.input = call.raw.input();
    this.events = events;
    this.gates = gates;
    this.startedAt = seed.clock().instant();
    TurnProgress progress = Parking.progressOf(parking);
    if (progress != null) {
      progress.fence.guards(this);
    }
  }

  @Override
  public String turnId() {
    return id();
  }

  @Override
  public int attempt() {
    StoredTurn resumed = Parking.resumed(parking);
    return resumed == null ? 1 : resumed.attempt();
  }

  @Override
  public List<Message> input() {
    return input;
  }

  @Override
  public void replaceInput(List<Message> input) {
    this.input = List.copyOf(input);
  }

  @Override
  public void filterInput(UnaryOperator<Message> filter) {
    UnaryOperator<Message> before = letters;
    letters = message -> filter.apply(before.apply(message));
  }

  /** Returns a message that was sent to the running turn, as its middleware lets it pass. */
  Message filtered(Message message) {
    return letters.apply(message);
  }

  @Override
  public Optional<String> agent() {
    return call.raw.agent();
  }

  @Override
  public Optional<StoredTurn> waiting() {
    return Optional.ofNullable(parking).map(Parking::waiting);
  }

  /** Called when all of the turn is over, including the end of its own listeners. */
  void left() {
    if (parking != null) {
      parking.told();
    }
  }

  void start() {
    if (!startTold) {
      startTold = true;
      events.emit(TurnEvent.TURN_START, new TurnStart(id(), startedAt));
    }
  }

  /** Called when all its stages have passed. */
  void completed() {
    completed = true;
  }

  boolean hasFailed() {
    return failure != null;
  }

  void failed(AdkException error) {
    failure = error;
    if (isFenced()) {
      log.info("Turn {} ends here, since another process goes on with it.", id());
    } else if (endTold) {
      log.error("Turn {} failed after its end was told.", id(), error);
    } else {
      events.emit(TurnEvent.ERROR, new ErrorEvent(id(), error));
    }
  }

  private boolean isFenced() {
    TurnProgress progress = Parking.progressOf(parking);
    return progress != null && progress.fence.isLost();
  }

  /** Emits the end, once and last, whatever happens in between. */
  void end() {
    if (endTold) {
      return;
    }
    Instant endedAt = null;
    try {
      start();
      closeEvents();
      if (parking != null) {
        parking.ended(completed, aborted() ? abortSignal() : null, failure, storage);
      }
      call.inspect(this);
      endedAt = clock().instant();
    } finally {
      endTold = true;
      window.close();
      events.emit(
          TurnEvent.TURN_END,
          new TurnEnd(
              id(),
              startedAt,
              endedAt == null ? Instant.now() : endedAt,
              Duration.ofNanos(System.nanoTime() - started).toMillis()));
    }
  }

  /** Aborts the gates that are still open, and lets other threads finish their events first. */
  private void closeEvents() {
    window.close();
    ending.abort("the turn has ended");
    if (!window.awaitEmpty(PATIENCE)) {
      log.error(
          "Another thread still tells an event of turn {}, or waits in its gate, after {}; its end"
              + " is told now.",
          id(),
          PATIENCE);
    }
  }

  void warn(TokenWarning warning) {
    events.emit(
        TurnEvent.WARNING, warning(warning, id(), null, null, clock().instant(), "turn-runner"));
  }

  /** Returns the warning that tokens were estimated; a dispatch adds the place. */
  static WarningEvent warning(
      TokenWarning warning,
      String turnId,
      @Nullable String dispatchId,
      @Nullable Integer iteration,
      Instant at,
      String source) {
    return new WarningEvent(
        turnId,
        dispatchId,
        iteration,
        at,
        source,
        "token-estimation-degraded",
        "Tokens of encoding '" + warning.encoding() + "' were estimated, its tokenizer failed.",
        warning.error(),
        Map.of("encoding", warning.encoding(), "textPreview", warning.textPreview()));
  }

  @Override
  void write(CallbackKey key, Object value) {
    Objects.requireNonNull(value, () -> key.operation() + " was given null");
    SetRules.checkCollision(this, key, value);
    Fence fence = Parking.fenceOf(parking);
    try {
      if (fence == null) {
        storage.write(key, value);
      } else {
        List<Write> write = List.of(new Write.Single(key, value));
        Flush.run(fence, storage, write, () -> false, persisted -> {});
      }
    } catch (Exception e) {
      throw FatalErrors.<RuntimeException>unchanged(e);
    }
  }

  @Override
  public void replaceToolCallGroup(List<String> ids, List<ToolCall> replacements) throws Exception {
    Write.Group group = new Write.Group(List.copyOf(ids), List.copyOf(replacements));
    SetRules.checkGroup(this, group.ids(), group.replacements());
    Flush.run(
        Parking.fenceOf(parking),
        storage,
        List.of(group),
        () -> false,
        persisted -> SetRules.mirror(this, persisted));
  }

  @Override
  <T> void tell(EventKey<T> key, T event) {
    events.emit(key, event);
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // null only if the request's type allows it
  public <T extends @Nullable Object> T waitFor(GateRequest<T> request) throws Exception {
    GateRequest<T> checked = TurnGates.checked(request);
    if (!window.tryEnter()) {
      throw AdkException.of(AdkErrorCode.E_TURN_GATE_ABORTED)
          .message("The gate '" + checked.id() + "' was not opened, since its turn has ended.")
          .args(Objects.requireNonNull(checked.id()))
          .build();
    }
    try {
      CurrentCall call = CurrentCall.get();
      Duration patience = parking == null || call == null ? null : parking.patience();
      GateRequest<T> asked =
          patience == null || checked.key().isPresent() ? checked : checked.key(call.nextKey());
      ParkedGates.Decided decided =
          parking == null ? null : parking.decision(asked, patience != null);
      if (decided != null) {
        return (T)
            instrumentation()
                .around(new Operation.GateWait(this, asked), () -> decided.give(asked, this));
      }
      AbortController end = new AbortController();
      try (Subscription turn = end.follow(abortSignal());
          Subscription ended = end.follow(ending.signal())) {
        TurnGates opener = new TurnGates(id(), end.signal(), clock(), this, scope(), gates);
        return instrumentation()
            .around(
                new Operation.GateWait(this, asked),
                () -> opener.waitFor(asked, patience, ref -> leave(call, ref, asked, patience)));
      }
    } finally {
      window.leave();
    }
  }

  private void leave(
      @Nullable CurrentCall call, String ref, GateRequest<?> request, @Nullable Duration waited) {
    if (call != null && parking != null && waited != null) {
      parking.left(call.id(), request, waited);
      call.leave(ref);
    }
  }

  @Override
  public void opened(TurnGate gate) {
    events.emit(TurnEvent.TURN_GATE_OPEN, gate);
  }

  @Override
  public void closed(String gateId, GateState result, Instant settledAt) {
    events.emit(TurnEvent.TURN_GATE_CLOSED, new TurnGateClosed(id(), gateId, result, settledAt));
  }
}
