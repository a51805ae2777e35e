package dev.adk4j.web.stream;

import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.value.Json;
import java.time.Instant;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Event of a turn in the form that clients receive.
 *
 * @param number 1 for the first event of its turn, then without gaps; increasing with gaps for a
 *     durable turn
 * @param name {@code message}, {@code thought}, {@code toolCall}, {@code turnGateOpen}, {@code
 *     turnGateClosed}, {@code inner}, {@code error} or {@code end}; of a durable turn also {@code
 *     iterationEnd}, {@code reset} and {@code waiting}
 * @param data one line of JSON; null to write that of the piece on demand
 * @param piece the event's piece of a text; null for any other event
 */
public record StreamEvent(long number, String name, @Nullable String data, @Nullable Piece piece) {

  /**
   * Version of the format. It changes when a field changes its meaning or is removed; new fields do
   * not change it.
   */
  private static final int VERSION = 1;

  /** Approximate size of an event without its text, in bytes. */
  private static final int BESIDE_TEXT = 64;

  /**
   * Piece of a text in progress. An answer has many pieces, so writers of other formats avoid
   * intermediate JSON.
   *
   * @param id id of the text
   * @param at null if it is unknown
   */
  public record Piece(@Nullable String turnId, String id, @Nullable Instant at, String delta) {

    static Piece of(TurnStreamableContent content) {
      return new Piece(content.turnId(), content.id(), content.updatedAt(), content.aDelta());
    }

    /** Returns the fields of the event, without version and number. */
    public ObjectNode json() {
      ObjectNode fields = Json.mapper().createObjectNode().put("turnId", turnId).put("id", id);
      if (at != null) {
        fields.put("at", at.toString());
      }
      return fields.put("delta", delta).put("complete", false);
    }
  }

  /** Returns a function that creates the event of that name from its number. */
  static LongFunction<StreamEvent> of(String name, ObjectNode fields) {
    return number -> new StreamEvent(number, name, numbered(number, Json.write(fields)), null);
  }

  /** Returns the data of an event from its fields, which are written without version and number. */
  static String numbered(long number, String fields) {
    return "{\"v\":" + VERSION + ",\"n\":" + number + "," + fields.substring(1);
  }

  /** Returns the data of an event without a number. */
  static String unnumbered(ObjectNode fields) {
    return "{\"v\":" + VERSION + "," + Json.write(fields).substring(1);
  }

  /** Returns the event as one line of JSON. */
  @Override
  public String data() {
    return piece == null ? String.valueOf(data) : numbered(number, Json.write(piece.json()));
  }

  /** Returns the approximate size in memory, in bytes. */
  int size() {
    return piece == null
        ? String.valueOf(data).length() + BESIDE_TEXT
        : piece.delta().length() + 2 * BESIDE_TEXT;
  }

  /** Omits the text. */
  @Override
  public String toString() {
    return "StreamEvent[" + number + ", " + name + "]";
  }
}
