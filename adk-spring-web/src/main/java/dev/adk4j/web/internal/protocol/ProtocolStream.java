package dev.adk4j.web.internal.protocol;

import dev.adk4j.web.internal.stream.SseResponse;
import dev.adk4j.web.stream.StreamClient;
import java.io.IOException;
import org.springframework.http.server.ServerHttpResponse;

/** Response that writes the events of a turn in the form of a protocol. */
public final class ProtocolStream extends SseResponse {

  private final ProtocolForm form;
  private final StreamClient client;

  /** Creates a response. The client starts when Spring sends it. */
  public ProtocolStream(ProtocolForm form, StreamClient client) {
    this.form = form;
    this.client = client;
  }

  @Override
  protected void extendResponse(ServerHttpResponse response) {
    form.headers().forEach(response.getHeaders()::set);
    super.extendResponse(response);
    stopWithClient(client.start(new Sink(form)));
    onError(e -> form.left());
  }

  /**
   * Writes events that are available together at once, because a write costs more than its content.
   * A long event is written while it is built, so that little of it is buffered at a time.
   */
  private final class Sink extends FormSink {

    private boolean begun;

    private Sink(ProtocolForm form) {
      super(form);
    }

    @Override
    public void heartbeat() throws IOException {
      text(": still here\n\n");
      flush();
    }

    @Override
    public void complete() throws IOException {
      super.complete();
      flush();
      ProtocolStream.this.complete();
    }

    @Override
    protected void written() throws IOException {
      if (pending.length() >= PIECE) {
        flush();
      }
    }

    /** Called first, too. */
    @Override
    public void flush() throws IOException {
      if (!begun) {
        begun = true;
        form.begin(this);
      }
      ProtocolStream.this.write(pending);
    }
  }
}
