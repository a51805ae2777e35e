package dev.adk4j.limit;

import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.harness.AtOnce;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RequestLimitsTests {

  private static final Scope ANN = Scope.of("acme", "ann", "c1");
  private static final Scope BOB = Scope.of("acme", "bob", "c2");
  private static final Scope NOBODY = Scope.of("acme", null, "c3");

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-11-23T10:15:00Z"));
  private final InstantSource clock = now::get;

  private RequestLimits.Options options() {
    return options(false, null);
  }

  private RequestLimits.Options options(boolean shared, @Nullable RateCounter rates) {
    return new RequestLimits.Options(Map.of(), null, shared, rates, clock);
  }

  private static void assertReached(ThrowingCallable call, Limit limit, int status, long seconds) {
    assertThatThrownBy(call)
        .asInstanceOf(type(LimitException.class))
        .satisfies(
            e -> {
              assertThat(e.limit()).isEqualTo(limit);
              assertThat(e.status()).isEqualTo(status);
              assertThat(e.retryAfter()).isEqualTo(Duration.ofSeconds(seconds));
            });
  }

  @Test
  void refusesTurnsOverTheSubjectLimit() {
    RequestLimits limits = RequestLimits.of(options().with(Limit.OPEN_TURNS_PER_SUBJECT, 1));
    Permit first = limits.turn(ANN);
    assertReached(() -> limits.turn(ANN), Limit.OPEN_TURNS_PER_SUBJECT, 429, 1);
    limits.turn(BOB);
    limits.turn(ANN.withTenant("other"));
    first.close();
    first.close();
    limits.turn(ANN);
    assertReached(() -> limits.turn(ANN), Limit.OPEN_TURNS_PER_SUBJECT, 429, 1);
    assertThat(limits.refusals(Limit.OPEN_TURNS_PER_SUBJECT)).isEqualTo(2);
    assertThat(limits.refusals(Limit.OPEN_TURNS)).isZero();
  }

  @Test
  void refusesTurnsOverTheNodeLimit() {
    RequestLimits limits = RequestLimits.of(options().with(Limit.OPEN_TURNS, 2));
    Permit first = limits.turn(ANN);
    limits.turn(NOBODY);
    assertReached(() -> limits.turn(BOB), Limit.OPEN_TURNS, 503, 1);
    first.close();
    limits.turn(BOB);
  }

  @Test
  void appliesNodeLimitsAloneWithoutSubject() {
    RequestLimits limits =
        RequestLimits.of(
            options().with(Limit.OPEN_TURNS_PER_SUBJECT, 1).with(Limit.TURNS_PER_HOUR, 1));
    limits.turn(NOBODY);
    limits.turn(NOBODY);
  }

  @Test
  void countsTurnsWithoutSubjectTogetherOnRequest() {
    RequestLimits limits =
        RequestLimits.of(options(true, null).with(Limit.OPEN_TURNS_PER_SUBJECT, 1));
    limits.turn(NOBODY);
    assertReached(() -> limits.turn(NOBODY), Limit.OPEN_TURNS_PER_SUBJECT, 429, 1);
    limits.turn(NOBODY.withTenant("other"));
  }

  @Test
  void refusesTurnsUntilTheHourIsOver() {
    RequestLimits limits =
        RequestLimits.of(options().with(Limit.TURNS_PER_HOUR, 2).with(Limit.OPEN_TURNS, 1));
    limits.turn(ANN).close();
    limits.turn(ANN).close();
    assertReached(() -> limits.turn(ANN), Limit.TURNS_PER_HOUR, 429, 45 * 60);
    limits.turn(BOB).close();
    now.set(Instant.parse("2026-11-23T10:59:59.001Z"));
    assertReached(() -> limits.turn(ANN), Limit.TURNS_PER_HOUR, 429, 1);
    now.set(Instant.parse("2026-11-23T11:00:00Z"));
    limits.turn(ANN).close();
  }

  @Test
  void countsAConversationOnceAnHour() {
    RequestLimits limits = RequestLimits.of(options().with(Limit.CONVERSATIONS_PER_HOUR, 2));
    limits.turn(ANN.withConversation("a"));
    limits.turn(ANN.withConversation("b"));
    limits.turn(ANN.withConversation("a"));
    assertReached(
        () -> limits.turn(ANN.withConversation("c")), Limit.CONVERSATIONS_PER_HOUR, 429, 45 * 60);
    assertReached(
        () -> limits.turn(ANN.withConversation("c")), Limit.CONVERSATIONS_PER_HOUR, 429, 45 * 60);
    limits.turn(ANN.withConversation("b"));
    limits.turn(ANN.withConversation(null));
    now.set(Instant.parse("2026-11-23T11:00:00Z"));
    limits.turn(ANN.withConversation("c"));
  }

  @Test
  void limitsGatesAndStreams() {
    RequestLimits limits =
        RequestLimits.of(
            options()
                .with(Limit.OPEN_GATES_PER_SUBJECT, 1)
                .with(Limit.STREAMS_PER_SUBJECT, 2)
                .with(Limit.STREAMS, 3));
    limits.gate(ANN);
    limits.gate(NOBODY);
    limits.gate(NOBODY);
    assertReached(() -> limits.gate(ANN), Limit.OPEN_GATES_PER_SUBJECT, 429, 1);
    limits.stream(ANN);
    limits.checkStream(ANN);
    limits.stream(ANN);
    assertReached(() -> limits.checkStream(ANN), Limit.STREAMS_PER_SUBJECT, 429, 1);
    assertReached(() -> limits.stream(ANN), Limit.STREAMS_PER_SUBJECT, 429, 1);
    limits.stream(BOB);
    assertReached(() -> limits.checkStream(BOB), Limit.STREAMS, 503, 1);
    assertThat(limits.openStreams()).isEqualTo(3);
  }

  @Test
  void failingCounterRefusesTheTurnAndKeepsNoPlace() {
    AtomicInteger asked = new AtomicInteger();
    RateCounter failsOnce =
        rate -> {
          if (asked.getAndIncrement() == 0) {
            throw new AdkException(AdkErrorCode.E_STORAGE_UNAVAILABLE, "away");
          }
          return Optional.empty();
        };
    RequestLimits limits =
        RequestLimits.of(
            options(false, failsOnce).with(Limit.OPEN_TURNS, 1).with(Limit.TURNS_PER_HOUR, 5));
    assertThatThrownBy(() -> limits.turn(ANN)).hasMessage("away");
    limits.turn(ANN);
  }

  @Test
  void treatsZeroAsNoLimit() {
    RequestLimits limits =
        RequestLimits.of(
            options(false, rate -> raise(new AssertionError(rate)))
                .with(Limit.OPEN_TURNS, 0)
                .with(Limit.TURNS_PER_HOUR, 0));
    for (int i = 0; i < 100; i++) {
      limits.turn(ANN);
      limits.stream(ANN);
      limits.gate(ANN);
    }
    assertThat(limits.gateTimeout()).isEmpty();
  }

  @Test
  void reportsAllViolationsOfOptions() {
    assertThatThrownBy(
            () ->
                new RequestLimits.Options(
                    Map.of(Limit.STREAMS, -1), Duration.ZERO, false, null, clock))
        .hasMessageContaining("$.streams")
        .hasMessageContaining("$.gateTimeout");
  }

  @Test
  void neverExceedsTheLimitUnderContention() throws Exception {
    RequestLimits limits =
        RequestLimits.of(
            options()
                .with(Limit.OPEN_TURNS_PER_SUBJECT, 7)
                .with(Limit.TURNS_PER_HOUR, 7)
                .with(Limit.CONVERSATIONS_PER_HOUR, 5));
    Queue<Permit> admitted = new ConcurrentLinkedQueue<>();
    AtOnce.run(
        16,
        t ->
            () -> {
              for (int i = 0; i < 200; i++) {
                try {
                  admitted.add(limits.turn(ANN));
                } catch (LimitException full) {
                  // counted by what was admitted
                }
              }
            });
    assertThat(admitted).hasSize(7);
  }
}
