package dev.adk4j.client;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.Sha256;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.Schedule;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The stored form of the request of a durable turn. */
final class DurableRequest {

  private static final String PRIORITY = "priority";

  private DurableRequest() {}

  static StoredTurn turn(Scope scope, Message message, JsonValue memo, @Nullable String key) {
    new Violations()
        .check(
            message.attachments().isEmpty(),
            "$.input",
            "attachments",
            "has attachments, which a durable turn cannot keep yet: send text, or let a tool fetch"
                + " them")
        .check(key == null || !key.isBlank(), "$.key", "required", "must not be blank")
        .throwIfAny(AdkErrorCode.E_INVALID_TURN_CONTEXT);
    return turn(scope, List.of(message), memo, key, fingerprint(message, memo));
  }

  static int checkPriority(int priority) {
    Violations.require(
        priority >= -100 && priority <= 100, "$.priority", "range", "must be from -100 to 100");
    return priority;
  }

  /** Returns the memo of turns of this priority. */
  static JsonValue prioritized(JsonValue memo, int priority) {
    return priority == 0
        ? memo
        : JsonValue.of(((ObjectNode) memo.node().deepCopy()).put(PRIORITY, priority));
  }

  /** Returns the turn of a schedule at one of its times. */
  static StoredTurn turn(Schedule schedule, Instant at) {
    Instant now = Instant.now();
    List<Message> input =
        messages(schedule.input()).stream()
            .map(m -> m.toBuilder().id(Ids.next()).createdAt(now).updatedAt(now).build())
            .toList();
    String key = "schedule " + schedule.name() + " " + at;
    return turn(schedule.scope(), input, schedule.memo(), key, "schedule");
  }

  private static StoredTurn turn(
      Scope scope, List<Message> input, JsonValue memo, @Nullable String key, String fingerprint) {
    return StoredTurn.of(
        scope,
        Ids.next(),
        memo,
        new StoredTurn.Acceptance(
            JsonValue.of(input.stream().map(Message::display).toList()),
            key,
            fingerprint,
            memo.node().path(PRIORITY).asInt(0)),
        Instant.now());
  }

  /** Returns the stored form of a message to an active turn. */
  static TurnStore.Letter letter(StoredTurn asked) {
    StoredTurn.Acceptance acceptance = Objects.requireNonNull(asked.acceptance());
    return new TurnStore.Letter(
        0,
        acceptance.key(),
        acceptance.fingerprint(),
        JsonValue.of(acceptance.input().node().get(0)));
  }

  /** Ignores the message's id and time: the same words again are the same request. */
  private static String fingerprint(Message message, JsonValue memo) {
    return Sha256.hex(
        JsonValue.of(List.of(message.text(), message.identity().display(), memo.node()))
            .canonicalText());
  }

  static List<Message> input(StoredTurn turn) {
    return messages(Objects.requireNonNull(turn.acceptance()).input());
  }

  private static List<Message> messages(JsonValue input) {
    List<Message> messages = new ArrayList<>();
    input.node().forEach(message -> messages.add(Message.fromJson(message)));
    return messages;
  }
}
