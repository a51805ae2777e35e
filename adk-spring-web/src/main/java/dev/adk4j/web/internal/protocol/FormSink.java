package dev.adk4j.web.internal.protocol;

import dev.adk4j.web.stream.StreamClient;
import dev.adk4j.web.stream.StreamEvent;
import dev.adk4j.web.stream.StreamSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/** Passes events to a form, and forgets what the form writes. */
public class FormSink extends EventLines implements StreamSink {

  public static final Duration FOREVER = Duration.ofDays(365);

  final ProtocolForm form;

  FormSink(ProtocolForm form) {
    this.form = form;
  }

  /**
   * Passes events to the form on behalf of a request that waits for the whole answer, until they
   * end, or the time is over. An interrupt does not affect the turn.
   */
  public static void read(ProtocolForm form, StreamClient client, Duration atMost)
      throws InterruptedException {
    try {
      client.read(new FormSink(form), atMost);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected void written() throws IOException {
    pending.setLength(0);
  }

  @Override
  public final void send(StreamEvent event) throws IOException {
    form.take(event, this);
  }

  @Override
  public final void sendUnnumbered(String name, String data) throws IOException {
    form.gone(data, this);
  }

  @Override
  public final boolean wantsMore() {
    return form.wantsMore();
  }

  @Override
  public void complete() throws IOException {
    form.end(this);
  }
}
