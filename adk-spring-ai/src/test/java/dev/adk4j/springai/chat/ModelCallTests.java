package dev.adk4j.springai.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.abort.AbortController;
import dev.adk4j.loop.Instrumentation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;
import reactor.util.context.Context;

class ModelCallTests {

  private static final ChatResponse PIECE =
      new ChatResponse(List.of(new Generation(new AssistantMessage("more "))));

  @Test
  void anAbortAmidTheSignalsOfAStreamInWindowsEndsTheStream() throws Exception {
    for (int round = 0; round < 1_000; round++) {
      CountDownLatch ended = new CountDownLatch(1);
      AbortController abort = new AbortController();
      try (ModelCall call =
          ModelCall.stream(
              new Streaming(inWindows(endless(ended))),
              new Prompt("go on"),
              Context.empty(),
              abort.signal(),
              Instrumentation.NONE)) {
        call.next(Duration.ZERO);
        abort.abort("enough");
      }

      assertThat(ended.await(20, TimeUnit.SECONDS)).as("round %d ends", round).isTrue();
    }
  }

  private record Streaming(Flux<ChatResponse> answer) implements ChatModel {

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
      return answer;
    }

    @Override
    public ChatResponse call(Prompt prompt) {
      throw new UnsupportedOperationException();
    }
  }

  /** As Ollama's client does, which gathers the chunks of a tool call. */
  private static Flux<ChatResponse> inWindows(Flux<ChatResponse> stream) {
    return stream
        .windowUntil(any -> true)
        .concatMap(window -> window.reduce((left, right) -> right));
  }

  private static Flux<ChatResponse> endless(CountDownLatch ended) {
    return Flux.create(
        sink -> {
          sink.onDispose(ended::countDown);
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (ended.getCount() > 0) {
                      sink.next(PIECE);
                    }
                  });
        });
  }
}
