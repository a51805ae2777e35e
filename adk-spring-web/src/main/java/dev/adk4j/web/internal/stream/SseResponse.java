package dev.adk4j.web.internal.stream;

import dev.adk4j.abort.Subscription;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.springframework.http.MediaType;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Response of server-sent events, without a time limit: heartbeats detect disconnected clients, who
 * do not end their turn. Writing starts with the response, so that no events are collected for a
 * response that is never sent.
 */
public abstract class SseResponse extends SseEmitter {

  /** Length of a piece, in characters. */
  protected static final int PIECE = 8 * 1024;

  private static final MediaType TYPE =
      new MediaType(MediaType.TEXT_EVENT_STREAM, StandardCharsets.UTF_8);

  protected SseResponse() {
    super(0L);
  }

  @Override
  protected void extendResponse(ServerHttpResponse response) {
    response.getHeaders().setContentType(TYPE);
    response.getHeaders().setCacheControl("no-cache, no-transform");
    response.getHeaders().set("X-Accel-Buffering", "no");
    response.getHeaders().set("X-Content-Type-Options", "nosniff");
    super.extendResponse(response);
  }

  /** Stops writing if the client disconnects before the end. */
  protected final void stopWithClient(Subscription writing) {
    onError(e -> writing.close());
    onTimeout(writing::close);
  }

  /**
   * Writes the text and removes it. A long text is written in pieces: a write makes a copy, which
   * stays in memory until the client reads it.
   */
  protected final void write(StringBuilder text) throws IOException {
    int start = 0;
    for (int end = pieceAfter(text, 0); end > start; end = pieceAfter(text, start)) {
      byte[] piece = text.substring(start, end).getBytes(StandardCharsets.UTF_8);
      send(Set.of(new DataWithMediaType(piece, MediaType.TEXT_PLAIN)));
      start = end;
    }
    text.delete(0, start);
  }

  /** Returns the end of the next piece. No piece ends within a character. */
  private static int pieceAfter(StringBuilder text, int start) {
    int end = Math.min(text.length(), start + PIECE);
    return end > start && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
  }
}
