package dev.adk4j.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TurnEventLogsTests {

  private static final Scope ANNA = Scope.of("acme", "anna", "c1");
  private static final Scope BOB = Scope.of("acme", "bob", "c1");

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final TurnEventLogs logs =
      new TurnEventLogs(
          new StreamOptions(4_000, 10_000, Duration.ofMinutes(5), Duration.ofSeconds(1), false),
          () -> now);

  @Test
  void aTurnIsFoundByItsOwnScopeOnly() {
    TurnEventLog log = turn("t1", 1);

    assertThat(logs.find(ANNA, "t1")).containsSame(log);
    assertThat(logs.find(BOB, "t1")).isEmpty();
    assertThat(logs.find(ANNA, "t2")).isEmpty();
  }

  @Test
  void anEndedTurnIsHeldForAWhile() {
    turn("t1", 1).end(1, TurnOutcome.COMPLETED, Set.of(), List.of());

    now = now.plus(Duration.ofMinutes(5));
    assertThat(logs.find(ANNA, "t1")).isPresent();
    now = now.plusMillis(1);
    assertThat(logs.find(ANNA, "t1")).isEmpty();
    assertThat(logs.bytes()).isZero();
  }

  @Test
  void holdsOpenTurnForAnyTime() {
    turn("t1", 1);
    now = now.plus(Duration.ofDays(1));

    assertThat(logs.find(ANNA, "t1")).isPresent();
  }

  @Test
  void theOldestEndedTurnsGoFirst() {
    turn("old", 30).end(1, TurnOutcome.COMPLETED, Set.of(), List.of());
    turn("newer", 30).end(1, TurnOutcome.COMPLETED, Set.of(), List.of());
    turn("open", 30);
    turn("another", 10);

    assertThat(logs.find(ANNA, "old")).isEmpty();
    assertThat(logs.find(ANNA, "newer")).isPresent();
    assertThat(logs.find(ANNA, "open")).isPresent();
    assertThat(logs.bytes()).isLessThanOrEqualTo(10_000);
  }

  @Test
  void slowReaderKeepsNoEventsOfDroppedTurn() throws InterruptedException {
    TurnEventLog old = turn("old", 30);
    old.end(1, TurnOutcome.COMPLETED, Set.of(), List.of());
    turn("open", 30);
    turn("another", 30);

    assertThat(logs.find(ANNA, "old")).isEmpty();
    assertThat(old.read(1, Duration.ZERO)).isEqualTo(new EventSource.Reading.Gone(30));
    assertThat(old.bytes()).isLessThan(1_000);
  }

  @Test
  void anErasedTurnIsNotRegisteredAgain() {
    TurnEventLog log = turn("t1", 1);
    logs.erase(ANNA::equals, null);
    logs.register("t1", log);

    assertThat(logs.scopes()).isEmpty();
    assertThat(logs.bytes()).isZero();
  }

  @Test
  void openTurnsAloneStayWithinTheBound() {
    for (int i = 0; i < 10; i++) {
      turn("open" + i, 100);
    }

    assertThat(logs.bytes()).isLessThanOrEqualTo(10_000);
    assertThat(logs.find(ANNA, "open9")).isPresent();
  }

  private TurnEventLog turn(String turnId, int events) {
    TurnEventLog log = new TurnEventLog(logs, ANNA);
    log.begin();
    logs.register(turnId, log);
    for (int i = 0; i < events; i++) {
      log.append(StreamEvent.of("message", EventJson.of(turnId).put("text", "x".repeat(20))));
    }
    return log;
  }
}
