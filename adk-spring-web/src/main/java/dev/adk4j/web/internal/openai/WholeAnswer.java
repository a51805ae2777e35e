package dev.adk4j.web.internal.openai;

import dev.adk4j.abort.Subscription;
import dev.adk4j.web.internal.protocol.ProtocolForm;
import dev.adk4j.web.stream.StreamClient;
import dev.adk4j.web.stream.StreamEvent;
import dev.adk4j.web.stream.StreamSink;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.ThrowingConsumer;

/** Reads a turn to its end on behalf of a request that waits for the whole answer. */
final class WholeAnswer implements StreamSink {

  /** Writes nothing. */
  private static final ProtocolForm.Out NOWHERE =
      new ProtocolForm.Out() {
        @Override
        public void data(Object json) {}

        @Override
        public void text(String sse) {}

        @Override
        public void quoted(String before, String text, String after) {}
      };

  private final TurnAnswer answer;
  private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();

  private WholeAnswer(TurnAnswer answer) {
    this.answer = answer;
  }

  /**
   * Passes events to the answer until the turn has ended, or waits. An interrupt does not affect
   * the turn.
   */
  static void read(TurnAnswer answer, Function<StreamSink, StreamClient> reader)
      throws InterruptedException {
    WholeAnswer whole = new WholeAnswer(answer);
    Subscription reading = reader.apply(whole).start();
    try {
      whole.over.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failed ? failed : new IllegalStateException(e);
    } finally {
      reading.close();
    }
  }

  /** Releases the waiting thread if the answer fails. */
  private void run(ThrowingConsumer<ProtocolForm.Out> step) {
    try {
      step.acceptWithException(NOWHERE);
    } catch (Exception e) {
      over.completeExceptionally(e);
    }
  }

  @Override
  public void send(StreamEvent event) {
    run(out -> answer.take(event, out));
  }

  @Override
  public void sendUnnumbered(String name, String data) {
    run(out -> answer.gone(data, out));
  }

  @Override
  public void heartbeat() {}

  @Override
  public boolean wantsMore() {
    return answer.wantsMore();
  }

  @Override
  public void complete() {
    run(answer::end);
    over.complete(null);
  }
}
