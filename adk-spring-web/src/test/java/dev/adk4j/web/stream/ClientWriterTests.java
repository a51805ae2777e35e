package dev.adk4j.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.abort.Subscription;
import dev.adk4j.limit.RequestLimits;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ClientWriterTests {

  @Test
  void sendsNothingToClientAfterItLeft() throws Exception {
    TurnEventLog log = begun();
    log.append(StreamEvent.of("message", EventJson.of("t").put("text", 1)));
    Deaf sink = new Deaf();
    Subscription client =
        new ClientWriter(
                "t",
                log,
                0,
                Duration.ofSeconds(20),
                () -> RequestLimits.none().stream(Scope.DEFAULT))
            .start(sink);
    Thread writer = sink.writer.get(2, TimeUnit.MINUTES);

    client.close();
    log.end(1, TurnOutcome.COMPLETED, Set.of(), List.of());
    sink.released.countDown();
    writer.join();

    assertThat(sink.completed).isFalse();
  }

  @Test
  void flushesOnceForAllEventsThatThereAre() throws Exception {
    TurnEventLog log = begun();
    for (int i = 0; i < 3; i++) {
      log.append(StreamEvent.of("message", EventJson.of("t").put("text", i)));
    }
    log.end(1, TurnOutcome.COMPLETED, Set.of(), List.of());
    List<String> calls = new CopyOnWriteArrayList<>();

    new ClientWriter(
            "t", log, 0, Duration.ofSeconds(20), () -> RequestLimits.none().stream(Scope.DEFAULT))
        .read(new Noting(calls), Duration.ofDays(1));

    assertThat(calls).containsExactly("flush", "1", "2", "3", "flush", "complete");
  }

  private static TurnEventLog begun() {
    TurnEventLog log =
        new TurnEventLog(
            new TurnEventLogs(StreamOptions.DEFAULTS, InstantSource.system()), Scope.DEFAULT);
    log.begin();
    return log;
  }

  /** Notes what it is called for. */
  private record Noting(List<String> calls) implements StreamSink {

    @Override
    public void send(StreamEvent event) {
      calls.add(String.valueOf(event.number()));
    }

    @Override
    public void flush() {
      calls.add("flush");
    }

    @Override
    public void sendUnnumbered(String name, String data) {}

    @Override
    public void heartbeat() {}

    @Override
    public void complete() {
      calls.add("complete");
    }
  }

  /** Writes on although its thread is interrupted, as a connection may. */
  private static final class Deaf implements StreamSink {

    private final CompletableFuture<Thread> writer = new CompletableFuture<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicBoolean completed = new AtomicBoolean();

    @Override
    public void send(StreamEvent event) {
      writer.complete(Thread.currentThread());
      while (released.getCount() > 0) {
        try {
          released.await();
        } catch (InterruptedException e) {
          // goes on waiting
          continue;
        }
      }
    }

    @Override
    public void sendUnnumbered(String name, String data) {}

    @Override
    public void heartbeat() {}

    @Override
    public void complete() {
      completed.set(true);
    }
  }
}
