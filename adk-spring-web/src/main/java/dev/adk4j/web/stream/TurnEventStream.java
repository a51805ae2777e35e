package dev.adk4j.web.stream;

import dev.adk4j.client.AgentStream;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.value.Scope;
import dev.adk4j.web.internal.stream.SseResponse;
import dev.adk4j.web.stream.StoredSource.Until;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Streams turns as server-sent events over Spring MVC. On Spring Boot, a controller method returns
 * the {@link AgentStream} itself, and this class writes it:
 *
 * <pre>{@code
 * @PostMapping("/conversations/{id}/messages")
 * AgentStream post(@PathVariable String id, @RequestBody Post post, Principal user) {
 *   return agent.conversation(user.getName(), id).stream(post.text());
 * }
 * }</pre>
 *
 * <p>The same request with the {@code Last-Event-ID} of an event starts no turn. It resumes reading
 * the turn of that event, if that turn belongs to the stream's scope. An {@code EventSource} sends
 * the header when it reconnects.
 *
 * <p>Methods that return {@code SseEmitter} call {@link #start(AgentStream)}, {@link
 * #start(RawTurnContext)} and {@link #replay(Scope, String, String)} themselves.
 *
 * <p>Events are named {@code message}, {@code thought}, {@code toolCall}, {@code turnGateOpen},
 * {@code turnGateClosed}, {@code error} and {@code end}. They are numbered 1, 2, 3… within the
 * turn. Their ids are the number or, if an {@code AgentStream} started the turn, {@code
 * <turnId>:<number>}. Their data is one JSON object with the version {@code v}, the number {@code
 * n} and {@code turnId}. Each client has its own writer thread; a client that disconnects or is
 * slow does not affect the turn. For a client that does not read, the node holds the event in
 * progress and {@code 32 KiB} more, until the server's own write timeout ({@code
 * server.tomcat.connection-timeout}).
 *
 * <p>The events of a durable turn can be read on any node whose {@link TurnEvents} has a log of
 * them. Their numbers have gaps, and there are three more events: {@code iterationEnd}; {@code
 * reset} if another process resumed the turn, with the {@code ids} of void messages, thoughts and
 * calls; and {@code waiting}, after which the stream continues when the turn does.
 *
 * <p>A rejection is a problem detail unless the application handles the exception: 404 for a turn
 * that is not held, 410 for events that are no longer held, 400 for a last event id that is not an
 * event of the turn, 413 for too much input, 429 if a subject has or starts too much, 503 if the
 * node has no capacity. If another client takes the last place between the start of a turn and the
 * response, the response is rejected and the turn continues.
 */
public final class TurnEventStream {

  private final TurnEvents events;

  public TurnEventStream(TurnEvents events) {
    this.events = events;
  }

  /**
   * Starts the turn of a stream and returns its events. Throws the exceptions of {@link
   * TurnEvents#start(AgentStream, StreamSink)}.
   */
  public SseEmitter start(AgentStream stream) {
    Streaming response = new Streaming(events.open(stream).client().get());
    response.nameTurn();
    return response;
  }

  /**
   * Starts a turn and returns its events. Throws the exceptions of {@link
   * TurnEvents#start(RawTurnContext, StreamSink)}.
   */
  public SseEmitter start(RawTurnContext raw) {
    return new Streaming(events.open(raw).client().get());
  }

  /**
   * Returns the turn's events after the last one that the client has seen. The event id names the
   * turn.
   *
   * @param scope scope of the turn; a turn of another scope is unknown
   * @param lastEventId {@code <turnId>:<number>}
   * @see #replay(Scope, String, String)
   */
  public SseEmitter replay(Scope scope, String lastEventId) {
    return replay(scope, EventId.turn(lastEventId), lastEventId);
  }

  /**
   * Returns the events after the last one that the client has seen. Throws the exceptions of {@link
   * TurnEvents#replay}. If the turn has ended and the client has seen all of it, the status is 204,
   * on which an {@code EventSource} does not reconnect.
   */
  public SseEmitter replay(Scope scope, String turnId, @Nullable String lastEventId) {
    Streaming response = new Streaming(events.reader(scope, turnId, lastEventId, Until.END));
    if (EventId.namesTurn(lastEventId, turnId)) {
      response.nameTurn();
    }
    return response;
  }

  /** Writes each event at once. */
  private static final class Streaming extends SseResponse implements StreamSink {

    private final ClientWriter writer;
    private final StringBuilder pending = new StringBuilder();
    private String idPrefix = "";

    private Streaming(ClientWriter writer) {
      this.writer = writer;
    }

    /**
     * Prefixes event ids with the id of their turn, and first sends the id that precedes the first
     * event. A browser shows no event for it. It can resume from that id, and knows at once that it
     * is connected.
     */
    private void nameTurn() {
      idPrefix = writer.turnId() + ":";
      pending.append("id:" + idPrefix + writer.after() + "\n\n");
    }

    @Override
    protected void extendResponse(ServerHttpResponse response) {
      if (writer.events().isEnd(writer.after())) {
        response.setStatusCode(HttpStatus.NO_CONTENT);
        complete();
      } else {
        super.extendResponse(response);
        stopWithClient(writer.start(this));
      }
    }

    @Override
    public void send(StreamEvent event) throws IOException {
      pending.append("id:").append(idPrefix).append(event.number()).append('\n');
      sendUnnumbered(event.name(), event.data());
    }

    @Override
    public void sendUnnumbered(String name, String data) throws IOException {
      pending.append("event:").append(name).append("\ndata:").append(data).append("\n\n");
      flush();
    }

    @Override
    public void heartbeat() throws IOException {
      pending.append(":still here\n\n");
      flush();
    }

    @Override
    public void flush() throws IOException {
      write(pending);
    }
  }
}
