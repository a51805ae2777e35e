package dev.adk4j.web.internal.protocol;

import dev.adk4j.abort.Subscription;
import dev.adk4j.web.stream.StreamClient;
import dev.adk4j.web.stream.StreamEvent;
import dev.adk4j.web.stream.StreamSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Function;
import org.springframework.http.MediaType;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Response that writes the events of a turn in the form of a protocol. Has no time limit:
 * heartbeats, which are comments, detect disconnected clients. A disconnected client does not end
 * the turn.
 */
public final class ProtocolStream extends SseEmitter {

  private static final MediaType TYPE =
      new MediaType(MediaType.TEXT_EVENT_STREAM, StandardCharsets.UTF_8);

  /** Number of buffered characters at which the buffer is sent. */
  private static final int PIECE = 8 * 1024;

  private final ProtocolForm form;
  private final Sink sink = new Sink();
  private final StreamClient client;

  private ProtocolStream(ProtocolForm form, Function<StreamSink, StreamClient> reader) {
    super(0L);
    this.form = form;
    this.client = reader.apply(sink);
  }

  /**
   * Returns the response.
   *
   * @param reader returns the client of the events, such as {@code sink -> turns.read(turn, sink)}
   */
  public static ProtocolStream of(ProtocolForm form, Function<StreamSink, StreamClient> reader) {
    return new ProtocolStream(form, reader);
  }

  @Override
  protected void extendResponse(ServerHttpResponse response) {
    response.getHeaders().setContentType(TYPE);
    response.getHeaders().setCacheControl("no-cache, no-transform");
    response.getHeaders().set("X-Accel-Buffering", "no");
    response.getHeaders().set("X-Content-Type-Options", "nosniff");
    form.headers().forEach(response.getHeaders()::set);
    super.extendResponse(response);
    Subscription writing = client.start();
    onError(
        e -> {
          writing.close();
          form.left();
        });
    onTimeout(writing::close);
  }

  /**
   * Writes to the emitter. Events that are available together are written at once, because a write
   * costs more than its content. A long event is split, so that little of it is buffered at a time.
   */
  private final class Sink extends EventLines implements StreamSink {

    private boolean begun;

    private void begin() throws IOException {
      if (!begun) {
        begun = true;
        form.begin(this);
      }
    }

    @Override
    public void send(StreamEvent event) throws IOException {
      begin();
      form.take(event, this);
    }

    @Override
    public boolean wantsMore() {
      return form.wantsMore();
    }

    @Override
    public void sendUnnumbered(String name, String data) throws IOException {
      begin();
      form.gone(data, this);
    }

    @Override
    public void heartbeat() throws IOException {
      begin();
      text(": still here\n\n");
      flush();
    }

    @Override
    public void complete() {
      try {
        begin();
        form.end(this);
        flush();
        ProtocolStream.this.complete();
      } catch (IOException gone) {
        ProtocolStream.this.completeWithError(gone);
      }
    }

    @Override
    protected void written() throws IOException {
      if (pending.length() >= PIECE) {
        flush();
      }
    }

    @Override
    public void flush() throws IOException {
      begin();
      if (!pending.isEmpty()) {
        byte[] bytes = toString().getBytes(StandardCharsets.UTF_8);
        pending.setLength(0);
        ProtocolStream.this.send(Set.of(new DataWithMediaType(bytes, MediaType.TEXT_PLAIN)));
      }
    }
  }
}
