package dev.adk4j.web.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.InputLimit;
import dev.adk4j.limit.RequestLimits;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.test.MutableClock;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.web.stream.StreamOptions;
import dev.adk4j.web.stream.TurnEvents;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProtocolTurnsTests {

  private final MutableClock clock = MutableClock.create();
  private final ProtocolTurns turns =
      new ProtocolTurns(
          new TurnEvents(
              TurnRunner.builder()
                  .storage(new InMemoryStorageAdapter())
                  .executor((ctx, helpers) -> ctx.ack())
                  .build(),
              StreamOptions.DEFAULTS,
              clock,
              InputLimit.NONE,
              RequestLimits.none(),
              null,
              null),
          clock,
          null,
          false);
  private final Conversation conversation =
      AgentClient.of(ScriptedExecutor.saying("Hello")).conversation("ann", "c1");

  @Test
  void startsAMessageOnceForSomeMinutes() {
    Supplier<AgentStream> hello = () -> conversation.stream("Hello");

    ProtocolTurns.Turn first = turns.start("key", "", hello);

    assertThat(turns.start("key", "", hello)).isEqualTo(first);
    assertThat(turns.start("other", "", hello)).isNotEqualTo(first);
    clock.advance(Duration.ofMinutes(6));
    assertThat(turns.start("key", "", hello)).isNotEqualTo(first);
  }

  @Test
  void forgetsAMessageThatWasRefused() {
    assertThatThrownBy(
            () ->
                turns.start(
                    "key",
                    "",
                    () -> {
                      throw new IllegalStateException("refused");
                    }))
        .hasMessage("refused");

    assertThat(turns.start("key", "", () -> conversation.stream("Hello")).turnId()).isNotEmpty();
  }

  @Test
  void knowsTheTurnThatRunsAndStopsIt() {
    Conversation endless =
        AgentClient.of((ctx, helpers) -> untilAborted(ctx)).conversation("ann", "c2");
    ProtocolTurns.Turn turn = turns.start(null, "about", () -> endless.stream("Hello"));

    assertThat(turns.running(endless.scope())).contains(turn);
    assertThat(turns.running(endless.scope(), "about")).contains(turn);
    assertThat(turns.running(endless.scope(), "other")).isEmpty();
    assertThat(turns.running(conversation.scope())).isEmpty();
    assertThat(turns.stop(endless)).isTrue();
    await().untilAsserted(() -> assertThat(turns.running(endless.scope())).isEmpty());
    assertThat(turns.stop(endless)).isFalse();
  }

  private static void untilAborted(DispatchContext ctx) throws InterruptedException {
    CountDownLatch aborted = new CountDownLatch(1);
    ctx.abortSignal().onAbort(reason -> aborted.countDown());
    aborted.await();
  }
}
