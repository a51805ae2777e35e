package dev.adk4j.springai.wire;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.abort.AbortController;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.springai.chat.Agent;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.springai.chat.LlmExecutorOptions;
import dev.adk4j.test.EventRecorder;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An abort ends the request itself: a provider charges for what it goes on sending. */
class AbortedStreamTests {

  private static final Duration LIMIT = Duration.ofMillis(200);

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

  /** A machine that pauses takes longer: the best of three counts. */
  @ParameterizedTest
  @ValueSource(strings = {"openai", "anthropic", "gemini", "ollama"})
  void closesTheConnectionAtOnce(String provider) throws Exception {
    Waste waste = abort(provider);
    for (int round = 1; round < 3 && waste.took().compareTo(LIMIT) >= 0; round++) {
      waste = abort(provider);
    }
    System.out.printf(
        "%s: closed %d ms after the abort, %d bytes were written meanwhile%n",
        provider, waste.took().toMillis(), waste.bytes());
    assertThat(waste.took()).isLessThan(LIMIT);
    assertThat(waste.bytes()).isLessThan(200L * piece(provider).length());
  }

  private static Waste abort(String provider) throws Exception {
    try (RecordedServer server = RecordedServer.start().endless(piece(provider))) {
      Agent agent =
          new Agent(
              ChatModelExecutor.builder(RecordedModels.of(provider, server.url()))
                  .options(LlmExecutorOptions.builder().autoAck(true).build())
                  .build());
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
