package dev.adk4j.web.internal.openai;

import dev.adk4j.abort.Subscription;
import dev.adk4j.web.internal.protocol.ProtocolForm;
import dev.adk4j.web.stream.StreamClient;
import dev.adk4j.web.stream.StreamEvent;
import dev.adk4j.web.stream.StreamSink;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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

  private interface Step {
    void run() throws IOException;
  }

  /** Releases the waiting thread if the answer fails. */
  private void run(Step step) {
    try {
      step.run();
    } catch (IOException | RuntimeException e) {
      over.completeExceptionally(e);
    }
  }

  @Override
  public void send(StreamEvent event) {
    run(() -> answer.take(event, NOWHERE));
  }

  @Override
  public void sendUnnumbered(String name, String data) {
    run(() -> answer.gone(data, NOWHERE));
  }

  @Override
  public void heartbeat() {}

  @Override
  public boolean wantsMore() {
    return answer.wantsMore();
  }

  @Override
  public void complete() {
    run(() -> answer.end(NOWHERE));
    over.complete(null);
  }
}
