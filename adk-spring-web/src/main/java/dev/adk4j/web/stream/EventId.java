package dev.adk4j.web.stream;

import dev.adk4j.error.AdkException;
import dev.adk4j.web.WebErrorCode;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes event ids: the number within the turn, alone or after the turn's id and a colon.
 */
final class EventId {

  /** Matches the ASCII digits of a number that fits a long, without a sign. */
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

  private EventId() {}

  static boolean namesTurn(@Nullable String eventId, String turnId) {
    return eventId != null && eventId.strip().startsWith(turnId + ":");
  }

  /**
   * Returns the turn in the id.
   *
   * @throws AdkException {@code E_INPUT_UNREADABLE} if the id contains no turn
   */
  static String turn(String eventId) {
    String id = eventId.strip();
    int colon = id.lastIndexOf(':');
    if (colon < 1) {
      throw unreadable(eventId);
    }
    return id.substring(0, colon);
  }

  /**
   * Returns the number of that turn's event, or 0 without an id.
   *
   * @throws AdkException {@code E_INPUT_UNREADABLE} if it is not an event id of the turn
   */
  static long number(String turnId, @Nullable String eventId) {
    if (eventId == null || eventId.isBlank()) {
      return 0;
    }
    int prefix = namesTurn(eventId, turnId) ? turnId.length() + 1 : 0;
    String number = eventId.strip().substring(prefix);
    if (!NUMBER.matcher(number).matches()) {
      throw unreadable(eventId);
    }
    return Long.parseLong(number);
  }

  static AdkException unreadable(String eventId) {
    String shown = eventId.length() > 80 ? eventId.substring(0, 80) + "…" : eventId;
    return AdkException.of(WebErrorCode.E_INPUT_UNREADABLE)
        .message(
            "The last event id must be the id of an event of the turn, was '%s'.".formatted(shown))
        .help("Send the id of the last received event, or none.")
        .args("Last-Event-ID", shown)
        .build();
  }
}
