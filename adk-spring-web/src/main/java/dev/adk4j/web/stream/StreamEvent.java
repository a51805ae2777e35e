package dev.adk4j.web.stream;

import dev.adk4j.value.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Event of a turn as clients see it. */
public final class StreamEvent {

  /** About what an event takes beside its text, in bytes. */
  private static final int BESIDE_TEXT = 64;

  private final long number;
  private final String name;
  private final @Nullable String data;
  private final @Nullable Piece piece;

  /**
   * @param number 1 for the first event of its turn, then without gaps; of a durable turn one that
   *     grows
   * @param name {@code message}, {@code thought}, {@code toolCall}, {@code turnGateOpen}, {@code
   *     turnGateClosed}, {@code inner}, {@code error} or {@code end}; of a durable turn also {@code
   *     iterationEnd}, {@code reset} and {@code waiting}
   * @param data one line of JSON
   */
  public StreamEvent(long number, String name, String data) {
    this.number = number;
    this.name = name;
    this.data = data;
    this.piece = null;
  }

  /** Creates an event whose JSON is written when it is asked for. */
  public StreamEvent(long number, String name, Piece piece) {
    this.number = number;
    this.name = name;
    this.data = null;
    this.piece = piece;
  }

  /**
   * A piece of a text that goes on. An answer has so many that who writes them in another form does
   * without JSON in between.
   *
   * @param id names the text
   * @param at null where it is not known
   */
  public record Piece(@Nullable String turnId, String id, @Nullable Instant at, String delta) {

    /** Returns the fields of the event, without version and number. */
    public ObjectNode json() {
      ObjectNode fields = Json.mapper().createObjectNode().put("turnId", turnId).put("id", id);
      if (at != null) {
        fields.put("at", at.toString());
      }
      return fields.put("delta", delta).put("complete", false);
    }
  }

  public long number() {
    return number;
  }

  public String name() {
    return name;
  }

  /** Returns the event as one line of JSON. */
  public String data() {
    return piece == null
        ? String.valueOf(data)
        : StreamJson.numbered(number, Json.write(piece.json()));
  }

  /** Returns the piece of a text that the event is; null for any other event. */
  public @Nullable Piece piece() {
    return piece;
  }

  /** Returns the approximate size in memory, in bytes. */
  int size() {
    return piece == null
        ? String.valueOf(data).length() + BESIDE_TEXT
        : piece.delta().length() + 2 * BESIDE_TEXT;
  }
}
