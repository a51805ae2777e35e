package dev.adk4j.boot.stream;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Writes events to an HTTP client. */
final class SseSink implements StreamSink {

  private static final MediaType TEXT = new MediaType("text", "plain", StandardCharsets.UTF_8);

  private final SseEmitter emitter;

  SseSink(SseEmitter emitter) {
    this.emitter = emitter;
  }

  @Override
  public void send(StreamEvent event) throws IOException {
    emitter.send(
        SseEmitter.event()
            .id(Long.toString(event.number()))
            .name(event.name())
            .data(event.data(), TEXT));
  }

  @Override
  public void sendUnnumbered(String name, String data) throws IOException {
    emitter.send(SseEmitter.event().name(name).data(data, TEXT));
  }

  @Override
  public void heartbeat() throws IOException {
    emitter.send(SseEmitter.event().comment("still here"));
  }

  @Override
  public void complete() {
    emitter.complete();
  }
}
