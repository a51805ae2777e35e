package dev.adk4j.web.internal.openai;

import dev.adk4j.abort.Subscription;
import dev.adk4j.value.Json;
import dev.adk4j.web.internal.protocol.ProtocolForm;
import dev.adk4j.web.stream.StreamClient;
import dev.adk4j.web.stream.StreamEvent;
import dev.adk4j.web.stream.StreamSink;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

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

  private final TurnAnswer form;
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile @Nullable RuntimeException broken;

  private WholeAnswer(TurnAnswer form) {
    this.form = form;
  }

  /**
   * Passes events to the form until the turn has ended, or waits. An interrupt does not affect the
   * turn.
   */
  static void read(TurnAnswer form, Function<StreamSink, StreamClient> reader)
      throws InterruptedException {
    WholeAnswer whole = new WholeAnswer(form);
    Subscription reading = reader.apply(whole).start();
    try {
      whole.over.await();
    } finally {
      reading.close();
    }
    if (whole.broken != null) {
      throw whole.broken;
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  /** Releases waiting threads. */
  private void run(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new IllegalStateException(e); // nothing is written
    } catch (RuntimeException e) {
      broken = e;
      over.countDown();
    }
  }

  @Override
  public void send(StreamEvent event) {
    run(() -> form.take(event, NOWHERE));
  }

  @Override
  public void sendUnnumbered(String name, String data) {
    JsonNode problem = Json.mapper().readTree(data);
    form.gone(problem.path("code").asString(""), problem.path("message").asString(""), NOWHERE);
  }

  @Override
  public void heartbeat() {}

  @Override
  public boolean wantsMore() {
    return form.wantsMore();
  }

  @Override
  public void complete() {
    run(() -> form.end(NOWHERE));
    over.countDown();
  }
}
