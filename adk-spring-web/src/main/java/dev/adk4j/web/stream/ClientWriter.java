package dev.adk4j.web.stream;

import dev.adk4j.abort.Subscription;
import dev.adk4j.limit.Permit;
import dev.adk4j.web.WebErrorCode;
import dev.adk4j.web.stream.EventSource.Reading;
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
record ClientWriter(
    String turnId, EventSource events, long after, Duration heartbeat, Supplier<Permit> admission)
    implements StreamClient {

  private static final Logger log = LoggerFactory.getLogger(ClientWriter.class);

  /** Instead of the number of an event: no more will follow. */
  private static final long OVER = -1;

  @Override
  public Subscription start(StreamSink sink) {
    Permit permit = admission.get();
    AtomicBoolean left = new AtomicBoolean();
    Thread thread =
        Thread.ofVirtual().name("adk-stream-" + turnId).start(() -> writeAll(sink, permit, left));
    return () -> {
      left.set(true);
      thread.interrupt();
    };
  }

  private void writeAll(StreamSink sink, Permit permit, AtomicBoolean left) {
    try (permit) {
      write(sink, Long.MAX_VALUE, left);
    } catch (IOException | RuntimeException e) {
      log.debug("The client of turn {} disconnected; the turn continues.", turnId, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void read(StreamSink sink, Duration atMost) throws IOException, InterruptedException {
    try (Permit permit = admission.get()) {
      write(sink, atMost.toNanos(), new AtomicBoolean());
    }
  }

  private void write(StreamSink sink, long nanos, AtomicBoolean left)
      throws IOException, InterruptedException {
    try (events) {
      long until = System.nanoTime() + nanos;
      sink.flush(); // what a form writes before the first event
      long sent = sink.wantsMore() ? after : OVER;
      for (long rest = nanos; sent != OVER && !left.get() && rest > 0; ) {
        sent = step(sink, sent, Duration.ofNanos(Math.min(rest, heartbeat.toNanos())));
        rest = until - System.nanoTime();
      }
      if (sent == OVER && !left.get()) {
        sink.complete();
      }
    }
  }

  /** Sends the next events; returns the number of the last one, or {@link #OVER}. */
  private long step(StreamSink sink, long sent, Duration wait)
      throws IOException, InterruptedException {
    return switch (events.read(sent, wait)) {
      case Reading.Gone gone ->
          end(
              sink,
              EventJson.problem(turnId, WebErrorCode.E_STREAM_EVENTS_GONE)
                  .put("lastEventId", sent)
                  .put("oldestEventId", gone.oldest()));
      case Reading.Erased erased ->
          end(sink, EventJson.problem(turnId, WebErrorCode.E_STREAM_TURN_UNKNOWN));
      case Reading.Events next -> {
        long last = sent;
        for (StreamEvent event : next.events()) {
          sink.send(event);
          last = event.number();
          if (!sink.wantsMore()) {
            yield OVER;
          }
        }
        if (next.events().isEmpty() && !next.end()) {
          sink.heartbeat();
        }
        sink.flush();
        yield next.end() ? OVER : last;
      }
    };
  }

  private static long end(StreamSink sink, ObjectNode problem) throws IOException {
    sink.sendUnnumbered("error", StreamEvent.unnumbered(problem));
    return OVER;
  }
}
