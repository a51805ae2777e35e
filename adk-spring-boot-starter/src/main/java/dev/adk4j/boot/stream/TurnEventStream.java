package dev.adk4j.boot.stream;

import dev.adk4j.abort.Subscription;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.value.Scope;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * A turn as server-sent events, for a Spring MVC controller to return:
 *
 * <pre>{@code
 * @PostMapping("/conversations/{id}/messages")
 * SseEmitter post(@PathVariable String id, @RequestBody Post post) {
 *   return stream.start(RawTurnContext.builder().scope(Scope.conversation(id)).input(userMessage(post)).build());
 * }
 *
 * @GetMapping("/conversations/{id}/turns/{turnId}")
 * SseEmitter reconnect(
 *     @PathVariable String id,
 *     @PathVariable String turnId,
 *     @RequestHeader(name = "Last-Event-ID", required = false) String last) {
 *   return stream.replay(Scope.conversation(id), turnId, last);
 * }
 * }</pre>
 *
 * <p>Events are named {@code message}, {@code thought}, {@code toolCall}, {@code turnGateOpen},
 * {@code turnGateClosed}, {@code error} and {@code end}; their ids are 1, 2, 3… within the turn;
 * their data is one JSON object with the version {@code v}, the number {@code n} and {@code
 * turnId}. Each client is written to by a thread of its own; a client that leaves or is slow
 * changes nothing for the turn.
 */
public final class TurnEventStream {

  private final TurnEvents events;

  public TurnEventStream(TurnEvents events) {
    this.events = events;
  }

  /** Starts a turn; throws what {@link TurnEvents#start(RawTurnContext, StreamSink)} throws. */
  public SseEmitter start(RawTurnContext raw) {
    SseEmitter emitter = emitter();
    events.start(raw, new SseSink(emitter));
    return emitter;
  }

  /** Reads on; throws what {@link TurnEvents#replay} throws. */
  public SseEmitter replay(Scope scope, String turnId, @Nullable String lastEventId) {
    SseEmitter emitter = emitter();
    Subscription client = events.replay(scope, turnId, lastEventId, new SseSink(emitter));
    emitter.onError(e -> client.close());
    emitter.onTimeout(client::close);
    return emitter;
  }

  /** Without a time limit: heartbeats find out who has left. */
  private static SseEmitter emitter() {
    return new Utf8Emitter();
  }

  /**
   * The converter of texts takes its charset from the response, and Latin-1 where that names none.
   */
  private static final class Utf8Emitter extends SseEmitter {

    private static final MediaType TYPE =
        new MediaType(MediaType.TEXT_EVENT_STREAM, StandardCharsets.UTF_8);

    private Utf8Emitter() {
      super(0L);
    }

    @Override
    protected void extendResponse(ServerHttpResponse response) {
      response.getHeaders().setContentType(TYPE);
      super.extendResponse(response);
    }
  }
}
