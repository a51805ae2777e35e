package dev.adk4j.web.internal.protocol;

import dev.adk4j.abort.Subscription;
import dev.adk4j.web.stream.StreamClient;
import dev.adk4j.web.stream.StreamEvent;
import dev.adk4j.web.stream.StreamSink;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.ThrowingConsumer;

/** Passes events to a form on behalf of a request that waits for the whole answer. */
public final class WholeAnswer implements StreamSink {

  public static final Duration FOREVER = Duration.ofDays(365);

  private final ProtocolForm form;
  private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();

  /** Forgets what the form writes. */
  private final EventLines nowhere =
      new EventLines() {
        @Override
        protected void written() {
          pending.setLength(0);
        }
      };

  private WholeAnswer(ProtocolForm form) {
    this.form = form;
  }

  /**
   * Passes events to the form until they end, or the time is over. An interrupt does not affect the
   * turn.
   */
  public static void read(
      ProtocolForm form, Function<StreamSink, StreamClient> reader, Duration atMost)
      throws InterruptedException {
    WholeAnswer whole = new WholeAnswer(form);
    Subscription reading = reader.apply(whole).start();
    try {
      whole.over.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failed ? failed : new IllegalStateException(e);
    } catch (TimeoutException e) {
      // the turn goes on
    } finally {
      reading.close();
    }
  }

  /** Releases the waiting thread if the form fails. */
  private void run(ThrowingConsumer<ProtocolForm.Out> step) {
    try {
      step.acceptWithException(nowhere);
    } catch (Exception e) {
      over.completeExceptionally(e);
    }
  }

  @Override
  public void send(StreamEvent event) {
    run(out -> form.take(event, out));
  }

  @Override
  public void sendUnnumbered(String name, String data) {
    run(out -> form.gone(data, out));
  }

  @Override
  public boolean wantsMore() {
    return form.wantsMore();
  }

  @Override
  public void complete() {
    run(form::end);
    over.complete(null);
  }
}
