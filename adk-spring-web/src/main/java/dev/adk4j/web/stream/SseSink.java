package dev.adk4j.web.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter.DataWithMediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Writes events to an HTTP client, long ones in pieces. A write makes a copy in the encoding of the
 * response, which stays in memory until the client reads it.
 */
final class SseSink implements StreamSink {

  /** Length of a piece, in characters. */
  private static final int PIECE = 8 * 1024;

  private final SseEmitter emitter;
  private String idPrefix = "";

  SseSink(SseEmitter emitter) {
    this.emitter = emitter;
  }

  /**
   * Prefixes event ids with the id of their turn, and first sends the id that precedes the first
   * event. A browser shows no event for it. It can resume from that id, and knows at once that it
   * is connected.
   */
  void nameTurn(String turnId, long after) {
    idPrefix = EventId.prefix(turnId);
    try {
      write("id:" + idPrefix + after + "\n\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void send(StreamEvent event) throws IOException {
    write("id:" + idPrefix + event.number() + "\nevent:" + event.name() + "\ndata:", event.data());
  }

  @Override
  public void sendUnnumbered(String name, String data) throws IOException {
    write("event:" + name + "\ndata:", data);
  }

  @Override
  public void heartbeat() throws IOException {
    write(":", "still here");
  }

  @Override
  public void complete() {
    emitter.complete();
  }

  /**
   * Writes an event.
   *
   * @param data one line
   */
  private void write(String head, String data) throws IOException {
    int end = pieceAfter(data, 0);
    write(head + data.substring(0, end) + (end == data.length() ? "\n\n" : ""));
    while (end < data.length()) {
      int start = end;
      end = pieceAfter(data, start);
      write(data.substring(start, end) + (end == data.length() ? "\n\n" : ""));
    }
  }

  /** Returns the end of the next piece. No piece ends within a character. */
  private static int pieceAfter(String data, int start) {
    int end = Math.min(data.length(), start + PIECE);
    return end < data.length() && Character.isHighSurrogate(data.charAt(end - 1)) ? end - 1 : end;
  }

  private void write(String text) throws IOException {
    emitter.send(Set.of(new DataWithMediaType(text, MediaType.TEXT_PLAIN)));
  }
}
