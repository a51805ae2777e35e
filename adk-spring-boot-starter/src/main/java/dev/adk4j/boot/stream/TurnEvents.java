package dev.adk4j.boot.stream;

import dev.adk4j.abort.Subscription;
import dev.adk4j.boot.AdkProperties;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.ScopeResolver;
import dev.adk4j.turn.TurnHandle;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs turns whose events are numbered and held on this node, so that clients can leave, come back
 * and read on. A turn goes on whether anybody reads it or not, and never waits for a reader. Knows
 * nothing of HTTP. Thread-safe.
 */
public final class TurnEvents {

  private final TurnRunner runner;
  private final ScopeResolver scopes;
  private final TurnEventLogs logs;
  private final EventJson json;
  private final Duration heartbeat;

  public TurnEvents(
      TurnRunner runner,
      ScopeResolver scopes,
      AdkProperties.Stream properties,
      InstantSource clock) {
    this.runner = runner;
    this.scopes = scopes;
    this.logs =
        new TurnEventLogs(
            properties.bufferSize().toBytes(),
            properties.turnBufferSize().toBytes(),
            properties.retention(),
            clock);
    this.json = new EventJson(properties.includeErrorMessage());
    this.heartbeat = properties.heartbeat();
  }

  /**
   * Starts a turn and sends its events to the sink, from the first one on.
   *
   * @throws AdkException {@code E_INVALID_TURN_CONTEXT}; nothing is sent then
   */
  public TurnHandle start(RawTurnContext raw, StreamSink sink) {
    return start(runner, raw, sink);
  }

  /** {@link #start(RawTurnContext, StreamSink)} on another runner. */
  public TurnHandle start(TurnRunner runner, RawTurnContext raw, StreamSink sink) {
    TurnEventLog log = logs.create();
    TurnHandle handle =
        new TurnRecorder(logs, log, json, scope(raw)).record(runner.turn(raw)).start();
    new ClientWriter(handle.turnId(), log, 0, sink, heartbeat).start();
    return handle;
  }

  /**
   * Sends the events of a turn after the one the client saw last, and goes on until the turn ends.
   * Closing the result says that the client has left.
   *
   * @param scope whose turn it is; a turn of another scope is unknown
   * @param lastEventId the number of the last event that was seen; null or blank for none
   * @throws AdkException {@code E_STREAM_TURN_UNKNOWN} for a turn that this node does not hold, or
   *     no longer, and {@code VALIDATION_EXCEPTION} for a last event id that is no number
   */
  public Subscription replay(
      Scope scope, String turnId, @Nullable String lastEventId, StreamSink sink) {
    long after = number(lastEventId);
    TurnEventLog log =
        logs.find(scope, turnId)
            .orElseThrow(
                () ->
                    AdkException.of(AdkErrorCode.E_STREAM_TURN_UNKNOWN)
                        .message("The events of turn '" + turnId + "' are not held here.")
                        .args(turnId)
                        .build());
    return new ClientWriter(turnId, log, after, sink, heartbeat).start();
  }

  /** The one the runner will find, too. */
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

  private static long number(@Nullable String lastEventId) {
    if (lastEventId == null || lastEventId.isBlank()) {
      return 0;
    }
    try {
      long number = Long.parseLong(lastEventId.strip());
      if (number < 0) {
        throw new NumberFormatException("below 0");
      }
      return number;
    } catch (NumberFormatException e) {
      throw new AdkException(
          AdkErrorCode.VALIDATION_EXCEPTION,
          "The last event id must be the number of an event, was '" + lastEventId + "'.",
          e);
    }
  }
}
