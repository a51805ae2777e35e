package dev.adk4j.web.internal.protocol;

import dev.adk4j.value.Json;
import dev.adk4j.web.stream.StreamEvent;
import java.io.IOException;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Turns the events of a turn into what a protocol has for them. One for each client, called by that
 * client's thread. The events are those of {@link dev.adk4j.web.stream.TurnEventStream}; an {@code
 * end} with the status {@code waiting} may be followed by what comes of the decision.
 */
public interface ProtocolForm {

  /** Connection that events are written to. */
  interface Out {

    /** Writes an event of one JSON object: a tree, or a map without values that are null. */
    void data(Object json) throws IOException;

    /** Writes an event of an object of this type and of {@link ProtocolForm#fields}. */
    @SuppressWarnings("unchecked")
    default void data(String type, Map.Entry<String, @Nullable Object>... fields)
        throws IOException {
      Map<String, Object> object = new LinkedHashMap<>(Map.of("type", type));
      object.putAll(fields(fields));
      data(object);
    }

    /** Writes text as it is: whole lines of server-sent events with the blank line behind them. */
    void text(String sse) throws IOException;

    /** Writes a text as JSON has it, in quotes, between two others that are written as they are. */
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

  /** Returns a field for {@link #fields}. */
  static Map.Entry<String, @Nullable Object> field(String name, @Nullable Object value) {
    return new SimpleImmutableEntry<>(name, value);
  }

  /** Returns headers of the response beside those of all streams. */
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

  /** Takes an event, parsed if it has to be. */
  default void take(StreamEvent event, Out out) throws IOException {
    StreamEvent.Piece piece = event.piece();
    if (piece != null) {
      piece(event.name(), piece, out);
    } else {
      event(event.name(), Json.mapper().readTree(event.data()), out);
    }
  }

  /**
   * Called for a piece of a text that goes on, instead of {@link #event}. An answer has so many
   * that a form writes them without objects in between.
   */
  default void piece(String name, StreamEvent.Piece piece, Out out) throws IOException {
    event(name, piece.json(), out);
  }

  /** Called where the events can no longer be read: the stream ends here. */
  default void gone(String code, String meaning, Out out) throws IOException {}

  /** Called last: after the newest {@code end}, or when {@link #wantsMore} said no. */
  default void end(Out out) throws IOException {}

  /** Called if the client has left before the end; may come more than once, on any thread. */
  default void left() {}

  /** Returns false to end the stream before the turn ends, as at a gate that blocks it. */
  default boolean wantsMore() {
    return true;
  }
}
