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
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.ScopeResolver;
import dev.adk4j.turn.TurnCall;
import dev.adk4j.turn.TurnHandle;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import dev.adk4j.waiting.WaitingTurn;
import dev.adk4j.web.WebErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs turns and holds their numbered events on this node, so that clients can leave, come back and
 * read on. A turn continues without readers and never waits for one. Independent of HTTP.
 * Thread-safe.
 */
public final class TurnEvents {

  private final TurnRunner runner;
  private final ScopeResolver scopes;
  private final TurnEventLogs logs;
  private final EventJson json;
  private final Duration heartbeat;
  private final InputLimit maxInput;
  private final RequestLimits limits;
  private final List<BiConsumer<Predicate<Scope>, @Nullable Instant>> erased =
      new CopyOnWriteArrayList<>();

  public TurnEvents(
      TurnRunner runner,
      ScopeResolver scopes,
      StreamOptions options,
      InstantSource clock,
      InputLimit maxInput,
      RequestLimits limits) {
    this.runner = runner;
    this.scopes = scopes;
    this.logs =
        new TurnEventLogs(
            options.bufferBytes(), options.turnBufferBytes(), options.retention(), clock);
    this.json = new EventJson(options.includeErrorMessage());
    this.heartbeat = options.heartbeat();
    this.maxInput = maxInput;
    this.limits = limits;
  }

  /**
   * Starts a turn and sends its events to the sink, from the first one on.
   *
   * @throws AdkException {@code E_INVALID_TURN_CONTEXT}, and {@code E_INPUT_TOO_LARGE} where the
   *     text of the input is over the limit; {@code E_LIMIT_REACHED} or {@code E_TOO_BUSY} where
   *     there are too many turns or clients; no turn is started then, and nothing is sent
   */
  public TurnHandle start(RawTurnContext raw, StreamSink sink) {
    return start(runner, raw, sink);
  }

  /** Starts a turn on another runner; see {@link #start(RawTurnContext, StreamSink)}. */
  public TurnHandle start(TurnRunner runner, RawTurnContext raw, StreamSink sink) {
    Started started = begin(runner, raw, sink);
    started.client().start();
    return started.turn();
  }

  /**
   * Starts the turn of a stream that nobody has subscribed to, from its agent, and sends its events
   * to the sink. Refuses what {@link #start(RawTurnContext, StreamSink)} refuses; the input is
   * limited by the agent.
   *
   * @throws IllegalStateException if the turn was started before
   */
  public TurnHandle start(AgentStream stream, StreamSink sink) {
    Started started = begin(stream, sink);
    started.client().start();
    return started.turn();
  }

  /** Starts the turn of the stream, without starting the client. */
  ClientWriter beginClient(AgentStream stream, StreamSink sink) {
    return begin(stream, sink).client();
  }

  /**
   * Starts the turn of the stream and returns its handle; {@link #client} reads it. Refuses what
   * {@link #start(AgentStream, StreamSink)} refuses.
   */
  public TurnHandle begin(AgentStream stream) {
    limits.checkStream(stream.scope());
    TurnEventLog log = logs.create();
    TurnHandle turn = stream.start(new TurnRecorder(logs, log, json, stream.scope())::record);
    logs.expect(turn.turnId(), stream.scope(), log);
    return turn;
  }

  /**
   * Returns a client of the turn's events from the first one on, or after that number; see {@link
   * #replay}.
   */
  public StreamClient client(Scope scope, String turnId, long after, StreamSink sink) {
    return reader(scope, turnId, String.valueOf(after), sink);
  }

  /** Records a turn that waited, which is about to go on in this process. */
  public void goOn(WaitingTurn turn, TurnCall call) {
    TurnEventLog log = logs.ofWaiting(turn.turnId(), turn.scope());
    if (!log.begin()) {
      log = logs.create();
    }
    new TurnRecorder(logs, log, json, turn.scope()).record(call);
  }

  /**
   * Returns a client of what comes of a decision: the turn's events after those with which it began
   * to wait for the gate, as they come. Where the turn goes on in another process, they are its
   * text, whole, and its end.
   *
   * @param turnId as {@link Conversation#settle} returned it
   * @param gate one that was decided
   */
  public StreamClient continued(
      Conversation conversation, String turnId, String gate, StreamSink sink) {
    Scope scope = conversation.scope();
    limits.checkStream(scope);
    TurnEventLog log = logs.ofWaiting(turnId, scope);
    long after = log.after(gate);
    int parts = log.expect(after);
    if (parts >= 0) {
      Thread.ofVirtual()
          .name("adk-continued-" + turnId)
          .start(() -> new Elsewhere(logs, log, json, conversation, turnId, parts).await());
    }
    return writer(scope, turnId, log, after, sink);
  }

  /** Starts a turn on the application's runner, without starting the client. */
  ClientWriter beginClient(RawTurnContext raw, StreamSink sink) {
    return begin(runner, raw, sink).client();
  }

  private Started begin(TurnRunner runner, RawTurnContext raw, StreamSink sink) {
    maxInput.check(raw.input());
    Scope scope = scope(raw);
    return begin(
        scope,
        sink,
        recorder -> {
          Permit permit = limits.turn(scope);
          TurnHandle turn;
          try {
            turn =
                recorder
                    .record(runner.turn(raw).observe(TurnEvent.TURN_END, end -> permit.close()))
                    .start();
          } catch (Throwable e) {
            permit.close();
            throw e;
          }
          turn.completion().whenComplete((nothing, failure) -> permit.close());
          return turn;
        });
  }

  private Started begin(AgentStream stream, StreamSink sink) {
    return begin(stream.scope(), sink, recorder -> stream.start(recorder::record));
  }

  private Started begin(Scope scope, StreamSink sink, Function<TurnRecorder, TurnHandle> start) {
    limits.checkStream(scope);
    TurnEventLog log = logs.create();
    TurnHandle turn = start.apply(new TurnRecorder(logs, log, json, scope));
    return new Started(turn, writer(scope, turn.turnId(), log, 0, sink));
  }

  private ClientWriter writer(
      Scope scope, String turnId, TurnEventLog log, long after, StreamSink sink) {
    return new ClientWriter(turnId, log, after, sink, heartbeat, () -> limits.stream(scope));
  }

  /**
   * Sends the events of a turn after the last one that the client has seen, until the turn ends.
   * Closing the result means that the client has left.
   *
   * @param scope whose turn it is; a turn of another scope is unknown
   * @param lastEventId the number of the last event that was seen, alone or after the turn's id and
   *     a colon; null or blank for none
   * @throws AdkException {@code E_STREAM_TURN_UNKNOWN} for a turn that this node does not hold, or
   *     no longer; {@code E_STREAM_EVENTS_GONE} where the next event is no longer held; {@code
   *     E_INPUT_UNREADABLE} for a last event id that no event of the turn has; {@code
   *     E_LIMIT_REACHED} or {@code E_TOO_BUSY} where there are too many clients
   */
  public Subscription replay(
      Scope scope, String turnId, @Nullable String lastEventId, StreamSink sink) {
    return reader(scope, turnId, lastEventId, sink).start();
  }

  /** Creates the client without starting it. */
  ClientWriter reader(Scope scope, String turnId, @Nullable String lastEventId, StreamSink sink) {
    TurnEventLog log = find(scope, turnId);
    long after = EventId.number(turnId, lastEventId);
    TurnEventLog.Held held = log.held();
    if (after > held.newest()) {
      throw EventId.unreadable(String.valueOf(lastEventId));
    }
    if (after < held.oldest() - 1) {
      throw AdkException.of(WebErrorCode.E_STREAM_EVENTS_GONE)
          .message(
              "Of the turn's events those from number %d on are held, and %d is asked for."
                  .formatted(held.oldest(), after + 1))
          .args(turnId, after, held.oldest())
          .build();
    }
    limits.checkStream(scope);
    return writer(scope, turnId, log, after, sink);
  }

  /** Returns true if the turn has ended and the client has seen its last event. */
  boolean hasSeenAll(Scope scope, String turnId, @Nullable String lastEventId) {
    TurnEventLog.Held held = find(scope, turnId).held();
    return held.ended()
        && held.newest() > 0
        && EventId.number(turnId, lastEventId) == held.newest();
  }

  /** Returns the scopes of the turns whose events are held. */
  public Set<Scope> scopes() {
    return logs.scopes();
  }

  /**
   * Erases the events of the turns of those scopes and ends their streams. Clients get an {@code
   * error} with {@code E_STREAM_TURN_UNKNOWN}; later clients are refused with it.
   *
   * @param endedBefore null for all turns, else only those that ended before then
   */
  public void erase(Predicate<Scope> scopes, @Nullable Instant endedBefore) {
    logs.erase(scopes, endedBefore);
    erased.forEach(listener -> listener.accept(scopes, endedBefore));
  }

  /** Has the listener forget what it derived from events, each time that some are erased. */
  public void onErased(BiConsumer<Predicate<Scope>, @Nullable Instant> listener) {
    erased.add(listener);
  }

  private TurnEventLog find(Scope scope, String turnId) {
    return logs.find(scope, turnId)
        .orElseThrow(
            () ->
                AdkException.of(WebErrorCode.E_STREAM_TURN_UNKNOWN)
                    .message("The events of turn '" + turnId + "' are not held here.")
                    .args(turnId)
                    .build());
  }

  /** Returns the scope that the runner will resolve, too. */
  private Scope scope(RawTurnContext raw) {
    if (raw.scope().isPresent()) {
      return raw.scope().get();
    }
    try {
      return scopes.resolve(raw);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AdkException(
          AdkErrorCode.E_INVALID_TURN_CONTEXT,
          "The scope of the turn cannot be resolved: " + e.getMessage(),
          e);
    }
  }

  private record Started(TurnHandle turn, ClientWriter client) {}
}
