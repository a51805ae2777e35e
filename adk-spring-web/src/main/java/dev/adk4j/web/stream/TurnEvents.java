package dev.adk4j.web.stream;

import dev.adk4j.abort.Subscription;
import dev.adk4j.client.AgentStream;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.InputLimit;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.limit.Permit;
import dev.adk4j.limit.RequestLimits;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnLog;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnCall;
import dev.adk4j.turn.TurnHandle;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import dev.adk4j.web.stream.StoredSource.Until;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Runs turns and holds their numbered events on this node, so that clients can disconnect,
 * reconnect and resume reading. A turn continues without readers and never waits for one.
 * Independent of HTTP. Thread-safe.
 */
public final class TurnEvents {

  private final TurnRunner runner;
  private final TurnEventLogs logs;
  private final EventJson json;
  private final @Nullable DurableEvents durable;
  private final InputLimit maxInput;
  private final RequestLimits limits;
  private final Map<String, TurnRecorder> running = new ConcurrentHashMap<>();
  private final List<BiConsumer<Predicate<Scope>, @Nullable Instant>> erased =
      new CopyOnWriteArrayList<>();

  /**
   * Creates an instance that holds the events of plain turns in the memory of this node, and stores
   * those of durable turns so that any node can read them.
   *
   * @param stored log of the events of durable turns; null to hold them in memory, too
   * @param turns store of the durable turns; null if there is none
   */
  public TurnEvents(
      TurnRunner runner,
      StreamOptions options,
      InstantSource clock,
      InputLimit maxInput,
      RequestLimits limits,
      @Nullable TurnLog stored,
      @Nullable TurnStore turns) {
    this.runner = runner;
    this.logs = new TurnEventLogs(options, clock);
    this.json = new EventJson(options.includeErrorMessage());
    Duration grace = Collections.min(List.of(EventSource.LOOK, options.heartbeat()));
    this.durable =
        stored == null || turns == null ? null : new DurableEvents(stored, turns, json, grace);
    this.maxInput = maxInput;
    this.limits = limits;
  }

  /**
   * Starts a turn and sends its events to the sink, from the first one on.
   *
   * @throws AdkException {@code E_INVALID_TURN_CONTEXT}, and {@code E_INPUT_TOO_LARGE} if the text
   *     of the input exceeds the limit; {@code E_LIMIT_REACHED} or {@code E_TOO_BUSY} if there are
   *     too many turns or clients. No turn is started then, and nothing is sent
   */
  public TurnHandle start(RawTurnContext raw, StreamSink sink) {
    return open(raw).read(sink);
  }

  /**
   * Starts the turn of a stream without subscribers, from its agent, and sends its events to the
   * sink. Rejects the same input as {@link #start(RawTurnContext, StreamSink)}; the agent limits
   * the size of the input.
   *
   * @throws IllegalStateException if the turn was started before
   */
  public TurnHandle start(AgentStream stream, StreamSink sink) {
    return open(stream).read(sink);
  }

  /**
   * Starts the turn of the stream and returns its handle; {@link #forward} reads it. Rejects the
   * same input as {@link #start(AgentStream, StreamSink)}.
   */
  public TurnHandle begin(AgentStream stream) {
    return open(stream).turn();
  }

  /**
   * Returns a client that cannot take back events: it receives no void text, {@code end} with the
   * status {@code waiting} if a durable turn waits, and an error if text that it has received
   * becomes void. Reads from the first event on.
   */
  public StreamClient forward(Scope scope, String turnId) {
    return reader(scope, turnId, null, Until.FORWARD);
  }

  /** Returns true if the events of durable turns are stored. */
  public boolean storesDurable() {
    return durable != null;
  }

  /**
   * Stores the events of a durable turn that is about to run or resume in this process. Pass this
   * method to {@link dev.adk4j.client.AgentRegistry#beforeContinued}. Does nothing for other turns.
   */
  public void store(StoredTurn turn, TurnCall call) {
    if (durable != null && turn.isDurable()) {
      new StoredRecorder(durable, turn, running).record(call);
    }
  }

  /**
   * Adds an event to those of a turn that runs in this process: {@code state} with the complete
   * current state of its page, {@code sources} or {@code files} of its answer. Does nothing for a
   * turn whose events are not recorded.
   *
   * @param value the field of the event's name
   */
  public void add(String turnId, String name, JsonNode value) {
    TurnRecorder recorder = running.get(turnId);
    if (recorder != null) {
      recorder.extra(name, EventJson.of(turnId).set(name, value));
    }
  }

  /**
   * Returns the sent but unstored part of the answer of a durable turn that was claimed to be
   * ended. Pass this method to {@link dev.adk4j.client.AgentRegistry#unfinished}.
   */
  public List<Message> unfinished(StoredTurn turn) {
    return durable == null ? List.of() : durable.unfinished(turn);
  }

  /**
   * Records a waiting turn that is about to resume in this process. Does nothing for one whose
   * events are {@linkplain #store stored}.
   */
  public void goOn(StoredTurn turn, TurnCall call) {
    if (durable == null || !turn.isDurable()) {
      TurnEventLog log = logs.ofWaiting(turn.turnId(), turn.scope());
      new HeldRecorder(log, json, running).record(call);
    }
  }

  /**
   * Returns a client of the events after a decision: the turn's events after those with which it
   * began to wait for the gate, as they occur. If the turn resumes in another process, they are its
   * whole text and its end.
   *
   * @param turnId id that {@link Conversation#settle} returned
   * @param gate a decided gate
   */
  public StreamClient continued(Conversation conversation, String turnId, String gate) {
    Scope scope = conversation.scope();
    StoredSource stored = stored(scope, turnId, Until.FORWARD, gate).orElse(null);
    if (stored != null) {
      return writer(scope, turnId, stored, stored.waitingFor(gate));
    }
    HeldSource held = held(conversation, turnId);
    long after = held.held().after(gate);
    held.expect(after);
    return writer(scope, turnId, held.held(), after);
  }

  /**
   * Returns a client of the turn's events after that number, also after the decisions that it waits
   * for. Of a plain turn of another node, there is only its wait or its end.
   */
  public StreamClient follow(Conversation conversation, String turnId, long after) {
    return writer(conversation.scope(), turnId, onward(conversation, turnId), after);
  }

  /**
   * Passes the same events to the reader, on this thread: those that there are, and those that
   * occur within that time, until it returns false. Leaves out those that are no longer held.
   */
  public void read(
      Conversation conversation,
      String turnId,
      long after,
      Duration atMost,
      Predicate<StreamEvent> reader)
      throws InterruptedException {
    try (EventSource source = onward(conversation, turnId)) {
      source.read(turnId, after, atMost, reader);
    }
  }

  /**
   * Returns a client of the stored events of one run of a durable turn, including void ones.
   *
   * @param gate decided gate after which the run began; empty for the first run
   * @param follow false to end with the newest event of a turn that has not ended
   */
  public StreamClient recorded(StoredTurn turn, String gate, boolean follow) {
    Until until = follow ? Until.WAIT : Until.NOW;
    StoredSource source = new StoredSource(Objects.requireNonNull(durable), turn, until, gate);
    long after = gate.isEmpty() ? 0 : source.waitingFor(gate);
    return writer(turn.scope(), turn.turnId(), source, after);
  }

  /** Returns the events of a turn that may wait several times, to its end. */
  private EventSource onward(Conversation conversation, String turnId) {
    return find(conversation.scope(), turnId, Until.END)
        .filter(StoredSource.class::isInstance)
        .orElseGet(() -> held(conversation, turnId));
  }

  private HeldSource held(Conversation conversation, String turnId) {
    TurnEventLog log = logs.ofWaiting(turnId, conversation.scope());
    return new HeldSource(log, json, conversation, turnId);
  }

  /** Finds the log of this node, or else the stored events of a durable turn. */
  private Optional<EventSource> find(Scope scope, String turnId, Until until) {
    return logs.find(scope, turnId)
        .<EventSource>map(held -> held)
        .or(() -> stored(scope, turnId, until, ""));
  }

  private Optional<StoredSource> stored(Scope scope, String turnId, Until until, String gate) {
    return Optional.ofNullable(durable)
        .flatMap(
            all -> all.find(scope, turnId).map(turn -> new StoredSource(all, turn, until, gate)));
  }

  Started open(RawTurnContext raw) {
    maxInput.check(raw.input());
    Scope scope = scope(raw);
    return open(
        scope,
        listeners -> {
          Permit permit = limits.turn(scope);
          try {
            TurnCall call = runner.turn(raw).observe(TurnEvent.TURN_END, end -> permit.close());
            TurnHandle turn = listeners.apply(call).start();
            turn.completion().whenComplete((nothing, failure) -> permit.close());
            return turn;
          } catch (Throwable e) {
            permit.close();
            throw e;
          }
        });
  }

  Started open(AgentStream stream) {
    return open(stream.scope(), stream::start);
  }

  private Started open(Scope scope, Function<UnaryOperator<TurnCall>, TurnHandle> start) {
    limits.checkStream(scope);
    TurnEventLog log = new TurnEventLog(logs, scope);
    HeldRecorder recorder = new HeldRecorder(log, json, running);
    TurnHandle turn =
        start.apply(
            call ->
                recorder.record(
                    call.observe(
                        TurnEvent.TURN_START, begun -> logs.register(begun.turnId(), log))));
    logs.register(turn.turnId(), log); // a client may come before the turn has begun
    return new Started(turn, () -> writer(scope, turn.turnId(), log, 0));
  }

  private ClientWriter writer(Scope scope, String turnId, EventSource log, long after) {
    limits.checkStream(scope);
    Duration heartbeat = logs.options.heartbeat();
    return new ClientWriter(turnId, log, after, heartbeat, () -> limits.stream(scope));
  }

  /**
   * Sends the events of a turn after the last one that the client has seen, until the turn ends.
   * Closing the result means that the client has disconnected.
   *
   * @param scope scope of the turn; a turn of another scope is unknown
   * @param lastEventId number of the last event that was seen, alone or after the turn's id and a
   *     colon; null or blank for none
   * @throws AdkException {@code E_STREAM_TURN_UNKNOWN} for a turn that this node does not hold, or
   *     no longer; {@code E_STREAM_EVENTS_GONE} if the next event is no longer held; {@code
   *     E_INPUT_UNREADABLE} for a last event id that is not an event of the turn; {@code
   *     E_LIMIT_REACHED} or {@code E_TOO_BUSY} if there are too many clients
   */
  public Subscription replay(
      Scope scope, String turnId, @Nullable String lastEventId, StreamSink sink) {
    return reader(scope, turnId, lastEventId, Until.END).start(sink);
  }

  ClientWriter reader(Scope scope, String turnId, @Nullable String lastEventId, Until until) {
    long after = EventId.number(turnId, lastEventId);
    EventSource source = find(scope, turnId, until).orElseThrow(() -> EventSource.unknown(turnId));
    source.check(turnId, after, lastEventId);
    return writer(scope, turnId, source, after);
  }

  /**
   * Counts a client that waits for a turn, until the result is closed.
   *
   * @throws dev.adk4j.limit.LimitException if there are too many clients
   */
  public Permit stream(Scope scope) {
    return limits.stream(scope);
  }

  /** Returns true if the events of the turn can be read here. */
  public boolean holds(Scope scope, String turnId) {
    return find(scope, turnId, Until.END).isPresent();
  }

  /** Returns the scopes of the turns whose events are held. */
  public Set<Scope> scopes() {
    return logs.scopes();
  }

  /**
   * Erases the events of the turns of those scopes and ends their streams. Clients receive an
   * {@code error} with {@code E_STREAM_TURN_UNKNOWN}; later clients are rejected with it.
   *
   * @param endedBefore null for all turns, otherwise only those that ended before then
   */
  public void erase(Predicate<Scope> scopes, @Nullable Instant endedBefore) {
    logs.erase(scopes, endedBefore);
    erased.forEach(listener -> listener.accept(scopes, endedBefore));
  }

  /** Notifies the listener of each erasure, so that it erases its derived data. */
  public void onErased(BiConsumer<Predicate<Scope>, @Nullable Instant> listener) {
    erased.add(listener);
  }

  private Scope scope(RawTurnContext raw) {
    try {
      return runner.scopeOf(raw);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      String message = "The scope of the turn cannot be resolved: " + e.getMessage();
      throw new AdkException(AdkErrorCode.E_INVALID_TURN_CONTEXT, message, e);
    }
  }

  /** A started turn, and clients of its events. */
  record Started(TurnHandle turn, Supplier<ClientWriter> client) {

    private TurnHandle read(StreamSink sink) {
      client.get().start(sink);
      return turn;
    }
  }
}
