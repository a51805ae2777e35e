package dev.adk4j.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.value.Scope;
import dev.adk4j.web.stream.EventSource.Reading;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

class TurnEventLogTests {

  private static final Duration NOW = Duration.ZERO;
  private static final Duration LONG = Duration.ofMinutes(2);

  @Test
  void numbersEventsFromOneWithoutGaps() throws Exception {
    TurnEventLog log = filled(3, 10_000);

    assertThat(events(log.read(0, NOW)))
        .extracting(StreamEvent::number)
        .containsExactly(1L, 2L, 3L);
    assertThat(events(log.read(0, NOW)).getFirst().data())
        .isEqualTo("{\"v\":1,\"n\":1,\"turnId\":\"t\",\"text\":1}");
  }

  @Test
  void readsOnAfterAnyEvent() throws Exception {
    TurnEventLog log = filled(1000, 1_000_000);
    log.end(1, TurnOutcome.COMPLETED, Set.of(), List.of());
    List<StreamEvent> all = readAll(log, 0);

    assertThat(all).hasSize(1000);
    for (int after = 0; after <= 1000; after += 37) {
      assertThat(readAll(log, after)).isEqualTo(all.subList(after, 1000));
    }
  }

  @Test
  void reportsDroppedNextEvent() throws Exception {
    TurnEventLog log = filled(100, 1_000);

    assertThat(log.bytes()).isLessThanOrEqualTo(1_000);
    long oldest = ((Reading.Gone) log.read(0, NOW)).oldest();
    assertThat(oldest).isGreaterThan(1);
    assertThat(log.read(oldest - 2, NOW)).isEqualTo(new Reading.Gone(oldest));
    assertThat(events(log.read(oldest - 1, NOW)).getFirst().number()).isEqualTo(oldest);
    assertThat(events(log.read(99, NOW))).extracting(StreamEvent::number).containsExactly(100L);
  }

  @Test
  void holdsOneEventOfAnySize() throws Exception {
    TurnEventLog log = begun(10);
    log.append(StreamEvent.of("message", EventJson.of("t").put("text", "x".repeat(1000))));

    assertThat(events(log.read(0, NOW))).hasSize(1);
  }

  @Test
  void aReaderIsGivenABoundedNumberOfBytesAtOnce() throws Exception {
    TurnEventLog log = begun(10_000_000);
    for (int i = 0; i < 10; i++) {
      log.append(StreamEvent.of("message", EventJson.of("t").put("text", "x".repeat(12_000))));
    }
    log.append(StreamEvent.of("message", EventJson.of("t").put("text", "x".repeat(1_000_000))));
    log.end(1, TurnOutcome.COMPLETED, Set.of(), List.of());

    assertThat(events(log.read(0, NOW))).hasSize(2);
    assertThat(events(log.read(9, NOW))).hasSize(1);
    assertThat(events(log.read(10, NOW))).hasSize(1);
    assertThat(readAll(log, 0)).hasSize(11);
  }

  @Test
  void anErasedLogHoldsNothingAndTakesNothing() throws Exception {
    TurnEventLog log = filled(3, 10_000);
    CompletableFuture<Reading> reading = CompletableFuture.supplyAsync(() -> read(log, 3));
    log.erase();

    assertThat(reading.get(2, TimeUnit.MINUTES)).isEqualTo(new Reading.Erased());
    assertThat(log.bytes()).isZero();
    assertThat(log.append(event(4))).isZero();
    assertThat(log.read(0, NOW)).isEqualTo(new Reading.Erased());
  }

  @Test
  void aReaderWaitsForTheNextEvent() throws Exception {
    TurnEventLog log = filled(1, 10_000);
    CompletableFuture<Reading> reading = CompletableFuture.supplyAsync(() -> read(log, 1));
    log.append(event(2));

    assertThat(events(reading.get(2, TimeUnit.MINUTES)))
        .extracting(StreamEvent::number)
        .containsExactly(2L);
  }

  @Test
  void theEndReleasesReadersAndNothingComesAfterIt() throws Exception {
    TurnEventLog log = filled(1, 10_000);
    CompletableFuture<Reading> reading = CompletableFuture.supplyAsync(() -> read(log, 1));
    log.end(1, TurnOutcome.COMPLETED, Set.of(), List.of());

    assertThat(reading.get(2, TimeUnit.MINUTES)).isEqualTo(new Reading.Events(List.of(), true));
    assertThat(log.append(event(2))).isZero();
    assertThat(log.read(1, LONG)).isEqualTo(new Reading.Events(List.of(), true));
  }

  @Test
  void aReaderOfTheLastEventMayResumeTheTurnAtOnce() throws Exception {
    for (int i = 0; i < 500; i++) {
      TurnEventLog log = filled(1, 10_000);
      CompletableFuture<Integer> resumed =
          CompletableFuture.supplyAsync(
              () -> {
                read(log, 1);
                assertThat(log.rests(2)).isTrue();
                return log.begin();
              });
      log.end(1, TurnOutcome.WAITING, Set.of(), List.of(event(2)));

      assertThat(resumed.get(2, TimeUnit.MINUTES)).isEqualTo(2);
      assertThat(log.append(event(3))).isPositive();
      assertThat(log.read(2, NOW)).isInstanceOf(Reading.Events.class);
    }
  }

  @Test
  void aRunThatEndsLateDoesNotEndTheNextOne() throws Exception {
    TurnEventLog log = filled(1, 10_000);
    log.waitsFor("gate-1");
    assertThat(log.begin()).isEqualTo(2);

    assertThat(log.end(1, TurnOutcome.WAITING, Set.of("gate-1"), List.of(event(2)))).isZero();
    assertThat(log.append(event(2))).isPositive();
    log.end(2, TurnOutcome.COMPLETED, Set.of(), List.of(event(3)));
    assertThat(log.read(1, NOW)).extracting("end").isEqualTo(true);
    assertThat(log.after("gate-1")).isOne();
  }

  @Test
  void givesNoOldEventsToReaderAheadOfTheTurn() throws Exception {
    TurnEventLog log = filled(3, 10_000);

    assertThat(log.read(7, NOW)).isEqualTo(new Reading.Events(List.of(), false));
  }

  @Test
  void returnsItsGrowth() {
    TurnEventLog log = begun(1_000);
    long sum = 0;
    for (int i = 1; i <= 200; i++) {
      sum += log.append(event(i));
    }

    assertThat(sum).isEqualTo(log.bytes());
    assertThat(sum - log.trim(300)).isEqualTo(log.bytes());
  }

  private static TurnEventLog begun(long maxBytes) {
    StreamOptions options =
        new StreamOptions(maxBytes, 1 << 30, Duration.ofMinutes(1), Duration.ofSeconds(1), false);
    TurnEventLog log =
        new TurnEventLog(new TurnEventLogs(options, InstantSource.system()), Scope.DEFAULT);
    assertThat(log.begin()).isOne();
    return log;
  }

  private static TurnEventLog filled(int events, long maxBytes) {
    TurnEventLog log = begun(maxBytes);
    for (int i = 1; i <= events; i++) {
      log.append(event(i));
    }
    return log;
  }

  private static LongFunction<StreamEvent> event(int i) {
    return StreamEvent.of("message", EventJson.of("t").put("text", i));
  }

  private static List<StreamEvent> events(Reading reading) {
    return ((Reading.Events) reading).events();
  }

  private static Reading read(TurnEventLog log, long after) {
    try {
      return log.read(after, LONG);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<StreamEvent> readAll(TurnEventLog log, long after)
      throws InterruptedException {
    List<StreamEvent> all = new ArrayList<>();
    long last = after;
    while (true) {
      Reading.Events next = (Reading.Events) log.read(last, NOW);
      all.addAll(next.events());
      if (next.end()) {
        return all;
      }
      last = all.getLast().number();
    }
  }
}
