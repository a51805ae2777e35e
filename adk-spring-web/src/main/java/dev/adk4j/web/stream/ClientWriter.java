package dev.adk4j.web.stream;

import dev.adk4j.abort.Subscription;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.limit.Permit;
import dev.adk4j.web.WebErrorCode;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes one turn's events to one client on a thread of its own, so that a slow client delays only
 * itself.
 */
final class ClientWriter implements Runnable, StreamClient {

  private static final Logger log = LoggerFactory.getLogger(ClientWriter.class);

  private final String turnId;
  private final EventSource events;
  private final StreamSink sink;
  private final Duration heartbeat;
  private final Supplier<Permit> admission;
  private final AtomicBoolean left = new AtomicBoolean();
  private long sent;

  ClientWriter(
      String turnId,
      EventSource events,
      long after,
      StreamSink sink,
      Duration heartbeat,
      Supplier<Permit> admission) {
    this.turnId = turnId;
    this.events = events;
    this.sent = after;
    this.sink = sink;
    this.heartbeat = heartbeat;
    this.admission = admission;
  }

  String turnId() {
    return turnId;
  }

  @Override
  public Subscription start() {
    Permit permit = admission.get();
    Thread thread =
        Thread.ofVirtual()
            .name("adk-stream-" + turnId)
            .start(
                () -> {
                  try (permit) {
                    run();
                  }
                });
    return () -> {
      left.set(true);
      thread.interrupt();
    };
  }

  @Override
  public void run() {
    try {
      sink.flush(); // what a form writes before the first event
      boolean more = sink.wantsMore();
      while (more && !left.get()) {
        more = step();
      }
      if (!left.get()) {
        sink.complete();
      }
    } catch (IOException | RuntimeException e) {
      log.debug(
          "The client of turn {} disconnected after event {}; the turn continues.",
          turnId,
          sent,
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      events.close();
    }
  }

  /** Sends the next events; returns true if more will follow. */
  private boolean step() throws IOException, InterruptedException {
    return switch (events.read(sent, heartbeat)) {
      case TurnEventLog.Reading.Gone gone -> {
        ObjectNode problem = problem(WebErrorCode.E_STREAM_EVENTS_GONE);
        problem.put("lastEventId", sent).put("oldestEventId", gone.oldest());
        sink.sendUnnumbered("error", StreamEvent.unnumbered(problem));
        yield false;
      }
      case TurnEventLog.Reading.Erased erased -> {
        ObjectNode problem = problem(WebErrorCode.E_STREAM_TURN_UNKNOWN);
        sink.sendUnnumbered("error", StreamEvent.unnumbered(problem));
        yield false;
      }
      case TurnEventLog.Reading.Events next -> {
        for (StreamEvent event : next.events()) {
          sink.send(event);
          sent = event.number();
          if (!sink.wantsMore()) {
            yield false;
          }
        }
        if (next.events().isEmpty() && !next.end()) {
          sink.heartbeat();
        }
        sink.flush();
        yield !next.end();
      }
    };
  }

  private ObjectNode problem(ErrorCode code) {
    return EventJson.of(turnId)
        .put("code", code.name())
        .put("status", code.status())
        .put("message", code.meaning());
  }
}
