package dev.adk4j.stored;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** Rules that all stores of turns share. */
public final class TurnRules {

  /** The reason to abort a run that has lost its turn; its end is not recorded. */
  public static final Object LOST = "another process goes on with the turn";

  /** The reason to abort a run at the end of an iteration because its process stops. */
  public static final Object HANDED_OVER =
      "the process stops, and another one goes on with the turn";

  /** The reason to abort a run because its turn was asked to stop. */
  public static final Object STOPPED = "the turn was asked to stop";

  private TurnRules() {}

  /** Returns the error of a run that has lost its turn. */
  public static AdkException fenced(StoredTurn turn) {
    return AdkException.saying(
        AdkErrorCode.E_TURN_FENCED, "Another process goes on with turn '%s'.", turn.turnId());
  }

  /** Returns the error of a turn that waits for the first time under the id of another turn. */
  public static AdkException known(StoredTurn turn) {
    return AdkException.saying(
        AdkErrorCode.E_STORAGE_CONFLICT,
        "A turn is stored under the id '%s': give each turn its own.",
        turn.turnId());
  }

  /** Returns the error of a gate that does not exist, or that the caller may not see. */
  public static AdkException noGate(String ref) {
    return AdkException.saying(AdkErrorCode.E_GATE_NOT_FOUND, "There is no gate '%s'.", ref);
  }

  /** Returns the error of a full queue. */
  public static AdkException full(int maxQueued) {
    return AdkException.saying(
        AdkErrorCode.E_LIMIT_REACHED,
        "%s turns of this conversation are queued already, and no more are allowed: send the"
            + " message again when some have ended.",
        maxQueued);
  }

  /** Returns the error of a turn that has too many unread messages. */
  public static AdkException unread(int maxUnread) {
    return AdkException.saying(
        AdkErrorCode.E_LIMIT_REACHED,
        "%s messages wait for the turn of this conversation to read them, and no more are allowed:"
            + " send the message again when it has gone on.",
        maxUnread);
  }

  /**
   * Returns true for a message that was sent before.
   *
   * @throws AdkException {@code E_STORAGE_CONFLICT} if the message with its key had another content
   */
  public static boolean same(TurnStore.Letter known, TurnStore.Letter sent) {
    if (known.fingerprint().equals(sent.fingerprint())) {
      return true;
    }
    throw AdkException.saying(
        AdkErrorCode.E_STORAGE_CONFLICT,
        "The idempotency key '%s' belongs to another message to a turn of this conversation:"
            + " use a key once for each message.",
        String.valueOf(sent.key()));
  }

  /** Returns the turn whose input is the messages that the last turn did not read. */
  public static StoredTurn following(StoredTurn ended, List<TurnStore.Letter> unread) {
    List<JsonNode> input = unread.stream().map(letter -> letter.message().node()).toList();
    return StoredTurn.of(
        ended.scope(),
        Ids.next(),
        ended.memo(),
        new StoredTurn.Acceptance(
            JsonValue.of(input),
            null,
            unread.getFirst().fingerprint(),
            Objects.requireNonNull(ended.acceptance()).priority()),
        ended.updatedAt());
  }

  /**
   * Returns the turn that was accepted under the key before.
   *
   * @throws AdkException {@code E_STORAGE_CONFLICT} if that request had another content
   */
  public static StoredTurn same(StoredTurn known, StoredTurn.Acceptance asked) {
    StoredTurn.Acceptance before = Objects.requireNonNull(known.acceptance(), "acceptance");
    if (before.fingerprint().equals(asked.fingerprint())) {
      return known;
    }
    throw AdkException.saying(
        AdkErrorCode.E_STORAGE_CONFLICT,
        "The idempotency key '%s' belongs to turn '%s' of this conversation, which was asked for"
            + " something else: use a key once for each request.",
        String.valueOf(asked.key()),
        known.turnId());
  }
}
