package dev.adk4j.springai.wire;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static reactor.adapter.JdkFlowAdapter.flowPublisherToFlux;

import dev.adk4j.abort.AbortController;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import dev.adk4j.client.Answer;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.springai.chat.Agent;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.test.EventRecorder;
import dev.adk4j.turn.TurnHandle;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;

/** An abort ends the request itself: a provider charges for what it goes on sending. */
class AbortedStreamTests {

  /** Most pieces that a provider writes after the abort: some 40, one in 2 ms, were measured. */
  private static final long PIECES = 200;

  private record Waste(Duration took, long bytes) {}

  /** One such piece comes every few milliseconds, for as long as the client reads. */
  private static String piece(String provider) {
    return switch (provider) {
      case "openai" ->
          """
          data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"more "},"finish_reason":null}]}\
          """;
      case "anthropic" ->
          """
          event: message_start
          data: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}

          event: content_block_start
          data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

          event: content_block_delta
          data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"more "}}\
          """;
      case "gemini" ->
          """
          data: {"candidates":[{"content":{"role":"model","parts":[{"text":"more "}]}}],"modelVersion":"m","responseId":"r"}\
          """;
      case "ollama" ->
          """
          {"model":"m","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"more "},"done":false}\
          """;
      default -> throw new IllegalArgumentException(provider);
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai", "anthropic", "gemini", "ollama"})
  void closesTheConnectionAtOnce(String provider) throws Exception {
    assertClosedAtOnce(provider, abort(provider));
  }

  @ParameterizedTest
  @EnumSource(Leaving.class)
  void closesTheConnectionOfATurnThatIsLeft(Leaving leaving) throws Exception {
    assertClosedAtOnce("openai", leave(leaving));
  }

  private static void assertClosedAtOnce(String provider, Waste waste) {
    System.out.printf(
        "%s: closed %d ms after the abort, %d bytes were written meanwhile%n",
        provider, waste.took().toMillis(), waste.bytes());
    assertThat(waste.bytes()).isLessThan(PIECES * piece(provider).length());
  }

  /** A turn that runs, and the way to leave it. */
  private record Running(CountDownLatch written, CompletableFuture<?> over, Runnable leave) {}

  /** The ways to leave a turn that was started through the client. */
  private enum Leaving {
    /** As the event stream for browsers starts turns. */
    ABORTED_STREAM {
      @Override
      Running start(AgentClient agent) {
        AgentStream stream = agent.stream("go on for ever");
        CountDownLatch written = new CountDownLatch(1);
        TurnHandle turn =
            stream.start(call -> call.on(TurnEvent.MESSAGE, delta -> written.countDown()));
        return new Running(written, turn.completion(), stream::abort);
      }
    },
    CANCELLED_SUBSCRIPTION {
      @Override
      Running start(AgentClient agent) {
        AgentStream stream = agent.stream("go on for ever");
        return reading(
            stream, written -> flowPublisherToFlux(stream).subscribe(e -> written.countDown()));
      }
    },
    CANCELLED_FLUX {
      @Override
      Running start(AgentClient agent) {
        AgentStream stream = agent.stream("go on for ever");
        return reading(
            stream,
            written -> flowPublisherToFlux(stream.text()).subscribe(t -> written.countDown()));
      }
    },
    CANCELLED_ANSWER {
      @Override
      Running start(AgentClient agent) {
        AgentStream stream = agent.stream("go on for ever");
        CompletableFuture<Answer> answer = stream.answer();
        return reading(
            stream,
            written -> {
              flowPublisherToFlux(stream.text()).subscribe(t -> written.countDown(), failure -> {});
              return () -> answer.cancel(true);
            });
      }
    },
    INTERRUPTED_CALL {
      @Override
      Running start(AgentClient agent) {
        CountDownLatch written = new CountDownLatch(1);
        CompletableFuture<Object> over = new CompletableFuture<>();
        Thread caller =
            Thread.ofVirtual()
                .start(
                    () -> {
                      written.countDown();
                      over.complete(catchThrowable(() -> agent.ask("go on for ever")));
                    });
        return new Running(written, over, caller::interrupt);
      }
    };

    abstract Running start(AgentClient agent);

    private static Running reading(
        AgentStream stream, Function<CountDownLatch, Disposable> reader) {
      CountDownLatch written = new CountDownLatch(1);
      Disposable reading = reader.apply(written);
      return new Running(written, stream.answer(), reading::dispose);
    }
  }

  private static Waste leave(Leaving leaving) throws Exception {
    try (RecordedServer server = RecordedServer.start().endless(piece("openai"))) {
      Running turn =
          leaving.start(
              AgentClient.of(ChatModelExecutor.of(RecordedModels.of("openai", server.url()))));
      turn.written().await();
      await().until(() -> server.written() > 0);
      long before = server.written();
      long leftAt = System.nanoTime();
      turn.leave().run();
      turn.over().handle((nothing, failure) -> failure).get(1, TimeUnit.MINUTES);
      return new Waste(Duration.ofNanos(server.clientLeft() - leftAt), server.written() - before);
    }
  }

  private static Waste abort(String provider) throws Exception {
    try (RecordedServer server = RecordedServer.start().endless(piece(provider))) {
      Agent agent = Agent.of(RecordedModels.of(provider, server.url()), options -> options);
      AbortController abort = new AbortController();
      AtomicLong abortedAt = new AtomicLong();
      AtomicLong writtenBefore = new AtomicLong();

      EventRecorder events =
          agent.ask(
              "go on for ever",
              abort,
              call ->
                  call.on(
                      TurnEvent.MESSAGE,
                      delta -> {
                        if (abortedAt.compareAndSet(0, System.nanoTime())) {
                          writtenBefore.set(server.written());
                          abort.abort("enough");
                        }
                      }));

      assertThat(events).hasNoErrors().dispatchEndedWith(DispatchStatus.ABORTED);
      Duration took = Duration.ofNanos(server.clientLeft() - abortedAt.get());
      assertThat(agent.answers()).isEmpty();
      return new Waste(took, server.written() - writtenBefore.get());
    }
  }
}
