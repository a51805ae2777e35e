package dev.adk4j.web.door;

import dev.adk4j.abort.Subscription;
import dev.adk4j.value.Json;
import dev.adk4j.web.stream.StreamClient;
import dev.adk4j.web.stream.StreamEvent;
import dev.adk4j.web.stream.StreamSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.springframework.http.MediaType;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import tools.jackson.databind.JsonNode;

/**
 * Response that writes the events of a turn in the form of a protocol. Has no time limit:
 * heartbeats, which are comments, detect clients that left. A client that leaves does not end the
 * turn.
 */
public final class DoorStream extends SseEmitter {

  private static final MediaType TYPE =
      new MediaType(MediaType.TEXT_EVENT_STREAM, StandardCharsets.UTF_8);

  private final DoorForm form;
  private final Sink sink = new Sink();
  private final StreamClient client;

  private DoorStream(DoorForm form, Function<StreamSink, StreamClient> reader) {
    super(0L);
    this.form = form;
    this.client = reader.apply(sink);
  }

  /**
   * Returns the response.
   *
   * @param reader gives the client of the events, such as {@code sink -> turns.read(turn, sink)}
   */
  public static DoorStream of(DoorForm form, Function<StreamSink, StreamClient> reader) {
    return new DoorStream(form, reader);
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

  /** Writes to the emitter; each event at once, so that none is in pieces. */
  private final class Sink implements StreamSink, DoorForm.Out {

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
      form.event(event.name(), Json.mapper().readTree(event.data()), this);
    }

    @Override
    public boolean wantsMore() {
      return form.wantsMore();
    }

    @Override
    public void sendUnnumbered(String name, String data) throws IOException {
      begin();
      JsonNode problem = Json.mapper().readTree(data);
      form.gone(problem.path("code").asString(""), problem.path("message").asString(""), this);
    }

    @Override
    public void heartbeat() throws IOException {
      begin();
      text(": still here\n\n");
    }

    @Override
    public void complete() {
      try {
        begin();
        form.end(this);
        DoorStream.this.complete();
      } catch (IOException gone) {
        DoorStream.this.completeWithError(gone);
      }
    }

    @Override
    public void data(Map<String, ?> json) throws IOException {
      text("data: " + Json.mapper().writeValueAsString(json) + "\n\n");
    }

    @Override
    public void text(String sse) throws IOException {
      DoorStream.this.send(Set.of(new DataWithMediaType(sse, MediaType.TEXT_PLAIN)));
    }
  }
}
