package dev.adk4j.boot.stream;

import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Writes events to an HTTP client. */
final class SseSink implements StreamSink {

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
            .data(event.data(), MediaType.TEXT_PLAIN));
  }

  @Override
  public void sendUnnumbered(String name, String data) throws IOException {
    emitter.send(SseEmitter.event().name(name).data(data, MediaType.TEXT_PLAIN));
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
