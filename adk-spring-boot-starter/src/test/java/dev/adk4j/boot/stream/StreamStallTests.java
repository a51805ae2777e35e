package dev.adk4j.boot.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import dev.adk4j.event.AgentEvent;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class StreamStallTests {

  private static final DispatchExecutor TALKATIVE =
      (ctx, helpers) -> {
        for (int i = 0; i < 1_100; i++) {
          helpers.reportMessage("m" + i, "x", true);
        }
        ctx.ack();
      };

  @Test
  void propertyLimitsTheWaitForASubscriberThatAsksForNothing() {
    ContextStarter.of(AdkAutoConfiguration.class)
        .withBean(StorageAdapter.class, InMemoryStorageAdapter::new)
        .withBean(DispatchExecutor.class, () -> TALKATIVE)
        .withPropertyValues("adk.stream.stall=7ms")
        .run(
            context -> {
              AgentStream stream =
                  context.getBean(AgentClient.class).conversation("ann", "c").stream("hi");
              AsksForNothing stalled = new AsksForNothing();
              stream.subscribe(stalled);

              assertThat(stream.answer().get(60, TimeUnit.SECONDS).text()).isEqualTo("x");
              assertThat(stalled.failure.get(60, TimeUnit.SECONDS))
                  .hasMessageContaining("for 7 ms; the turn goes on");
            });
  }

  private static final class AsksForNothing implements Flow.Subscriber<AgentEvent> {

    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();

    @Override
    public void onSubscribe(Flow.Subscription subscription) {}

    @Override
    public void onNext(AgentEvent event) {}

    @Override
    public void onError(Throwable thrown) {
      failure.complete(thrown);
    }

    @Override
    public void onComplete() {}
  }
}
