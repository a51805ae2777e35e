package dev.adk4j.web.internal.protocol;

import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.stream.StreamEvent;
import java.io.IOException;
import java.time.Instant;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Converts the events of a turn to the events of a protocol. Each client has its own, called by the
 * client's thread. The events are those of {@link dev.adk4j.web.stream.TurnEventStream}; an {@code
 * end} with the status {@code waiting} may be followed by the events after the decision.
 */
public interface ProtocolForm {

  /** Connection that events are written to. */
  interface Out {

    /** Writes an event of one JSON object: a tree, or a map without null values. */
    void data(Object json) throws IOException;

    /** Writes an event of an object of this type and of {@link ProtocolForm#fields}. */
    @SuppressWarnings("unchecked")
    default void data(String type, Map.Entry<String, @Nullable Object>... fields)
        throws IOException {
      Map<String, Object> object = new LinkedHashMap<>(Map.of("type", type));
      object.putAll(fields(fields));
      data(object);
    }

    /** Writes text unchanged: whole lines of server-sent events followed by a blank line. */
    void text(String sse) throws IOException;

    /** Writes a text as a JSON string, in quotes, between two others that are written unchanged. */
    void quoted(String before, String text, String after) throws IOException;
  }

  /** Returns an object of these fields, without those whose value is null. */
  @SafeVarargs
  static Map<String, Object> fields(Map.Entry<String, @Nullable Object>... fields) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (Map.Entry<String, @Nullable Object> field : fields) {
      if (field.getValue() != null) {
        object.put(field.getKey(), field.getValue());
      }
    }
    return object;
  }

  /** Returns a field for {@link #fields}, a time as text. */
  static Map.Entry<String, @Nullable Object> field(String name, @Nullable Object value) {
    return new SimpleImmutableEntry<>(
        name,
        value instanceof JsonValue json
            ? json.node()
            : value instanceof Instant time ? time.toString() : value);
  }

  /** Returns response headers in addition to those of all streams. */
  default Map<String, String> headers() {
    return Map.of();
  }

  /** Called first. */
  default void begin(Out out) throws IOException {}

  /**
   * Called for each event.
   *
   * @param name {@code message}, {@code thought}, {@code toolCall}, {@code turnGateOpen}, {@code
   *     turnGateClosed}, {@code inner}, {@code error} or {@code end}
   * @param data the event's JSON object
   */
  void event(String name, JsonNode data, Out out) throws IOException;

  /** Processes an event, parsed if needed. */
  default void take(StreamEvent event, Out out) throws IOException {
    StreamEvent.Piece piece = event.piece();
    if (piece != null) {
      piece(event.name(), piece, out);
    } else {
      event(event.name(), Json.mapper().readTree(event.data()), out);
    }
  }

  /**
   * Called instead of {@link #event} for a piece of a text in progress. An answer has many pieces,
   * so a form writes them without intermediate objects.
   */
  default void piece(String name, StreamEvent.Piece piece, Out out) throws IOException {
    event(name, piece.json(), out);
  }

  /** Called if the events can no longer be read: the stream ends here. */
  default void gone(String code, String meaning, Out out) throws IOException {}

  /** Calls {@link #gone(String, String, Out)} with the data of an unnumbered event. */
  default void gone(String data, Out out) throws IOException {
    JsonNode problem = Json.mapper().readTree(data);
    gone(problem.path("code").asString(""), problem.path("message").asString(""), out);
  }

  /** Called last: after the newest {@code end}, or when {@link #wantsMore} returned false. */
  default void end(Out out) throws IOException {}

  /**
   * Called if the client disconnects before the end; may be called more than once, on any thread.
   */
  default void left() {}

  /** Returns false to end the stream before the turn ends, such as at a gate that blocks it. */
  default boolean wantsMore() {
    return true;
  }
}
