package dev.adk4j.client;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.Sha256;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import dev.adk4j.waiting.WaitingTurn;
import dev.adk4j.waiting.WaitingTurn.Phase;
import dev.adk4j.waiting.WaitingTurn.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The stored form of what a durable turn is asked for. */
final class DurableRequest {

  private static final JsonValue NOTHING = JsonValue.of(Map.of());

  private DurableRequest() {}

  static WaitingTurn turn(Scope scope, Message message, JsonValue memo, @Nullable String key) {
    new Violations()
        .check(
            message.attachments().isEmpty(),
            "$.input",
            "attachments",
            "has attachments, which a durable turn cannot keep yet: send text, or let a tool fetch"
                + " them")
        .check(key == null || !key.isBlank(), "$.key", "required", "must not be blank")
        .throwIfAny(AdkErrorCode.E_INVALID_TURN_CONTEXT);
    Instant now = Instant.now();
    return new WaitingTurn(
        scope,
        Ids.next(),
        State.READY,
        Phase.ACCEPTED,
        0,
        0,
        0,
        List.of(),
        NOTHING,
        memo,
        null,
        null,
        now,
        now,
        new WaitingTurn.Acceptance(
            JsonValue.of(List.of(message.display())), key, fingerprint(message, memo)));
  }

  /** Neither the message's id nor its time: the same words again are the same request. */
  private static String fingerprint(Message message, JsonValue memo) {
    return Sha256.hex(
        JsonValue.of(List.of(message.text(), message.identity().display(), memo.node()))
            .canonicalText());
  }

  static List<Message> input(WaitingTurn turn) {
    List<Message> input = new ArrayList<>();
    Objects.requireNonNull(turn.acceptance())
        .input()
        .node()
        .forEach(message -> input.add(Message.fromJson(message)));
    return input;
  }
}
