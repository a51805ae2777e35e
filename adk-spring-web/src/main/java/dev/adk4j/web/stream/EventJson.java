package dev.adk4j.web.stream;

import dev.adk4j.client.AgentStream;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.event.AgentEvent.InnerEvent;
import dev.adk4j.event.AgentEvent.IterationEnd;
import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.event.AgentEvent.TurnGateClosed;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.event.TurnToolCallContent;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.internal.stream.ToolResultsJson;
import dev.adk4j.web.stream.StreamEvent.Piece;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes each kind of event as JSON.
 *
 * @param errorMessages true to send the message of an error instead of the description of its code
 */
record EventJson(boolean errorMessages) {

  /** Statistics that clients do not receive. */
  private static final List<String> DURATIONS =
      List.of("totalDurationNs", "loadDurationNs", "promptEvalDurationNs", "evalDurationNs");

  /** Returns the data of an event: an object that receives its number when it is appended. */
  static ObjectNode of(@Nullable String turnId) {
    return Json.mapper().createObjectNode().put("turnId", turnId);
  }

  /** Returns the delta that completes a stream, with the full text. */
  ObjectNode last(TurnStreamableContent content) {
    return last(Piece.of(content), content.full());
  }

  /** Returns the unsent rest of a message, which may be all of it. */
  ObjectNode rest(String turnId, Message message, Told told) {
    String rest = told.rest(message);
    String delta = rest == null ? message.text() : rest;
    return last(new Piece(turnId, message.id(), message.updatedAt(), delta), message.text());
  }

  private static ObjectNode last(Piece piece, String full) {
    return piece.json().put("complete", true).put("full", full);
  }

  /**
   * Returns the event that the turn continues in another run, with the ids of void texts and calls.
   */
  ObjectNode reset(StoredTurn turn, List<String> ids) {
    return of(turn.turnId())
        .put("iteration", turn.iteration())
        .put("attempt", turn.attempt())
        .set("ids", Json.mapper().valueToTree(ids));
  }

  ObjectNode iterationEnd(String turnId, IterationEnd end) {
    return of(turnId).put("at", end.endedAt().toString()).put("iteration", end.iteration());
  }

  /** Returns the partial text of a stream that was not completed before its turn ended. */
  ObjectNode partial(TurnStreamableContent content) {
    return Piece.of(content)
        .json()
        .put("delta", "")
        .put("partial", true)
        .put("full", content.full());
  }

  ObjectNode toolCall(TurnToolCallContent call) {
    ObjectNode json =
        of(call.turnId())
            .put("id", call.id())
            .put("at", call.updatedAt().toString())
            .put("tool", call.tool())
            .put("checksum", call.checksum())
            .put("complete", call.isComplete())
            .put("error", call.isError());
    JsonValue args = call.args();
    if (args != null) {
      json.set("args", args.node());
    }
    return call.results() == null ? json : json.set("results", ToolResultsJson.of(call.results()));
  }

  /**
   * Returns the event for readers about another agent's turn within this one; null for events that
   * are not shown.
   */
  @Nullable ObjectNode inner(@Nullable String turnId, InnerEvent inner) {
    ObjectNode json = of(turnId).put("callId", inner.callId()).put("agent", inner.agent());
    return switch (inner.event()) {
      case AgentStream.Text text ->
          json.put("event", "message").put("id", text.messageId()).put("delta", text.text());
      case AgentStream.Thought thought ->
          json.put("event", "thought").put("id", thought.thoughtId()).put("delta", thought.text());
      case TurnToolCallContent call ->
          json.put("event", "toolCall")
              .put("id", call.id())
              .put("tool", call.tool())
              .put("complete", call.isComplete())
              .put("error", call.isError());
      case AgentStream.Gate gate ->
          json.put("event", "gate")
              .put("ref", gate.gate().id())
              .put("reason", gate.gate().reason());
      default -> null;
    };
  }

  ObjectNode gateOpen(TurnGate gate) {
    ObjectNode json =
        of(gate.turnId())
            .put("gateId", gate.id())
            .put("at", gate.createdAt().toString())
            .put("reason", gate.reason());
    gate.ref().ifPresent(ref -> json.put("ref", ref));
    gate.tool().ifPresent(tool -> json.put("tool", tool));
    gate.checksum().ifPresent(checksum -> json.put("checksum", checksum));
    gate.toolCallId().ifPresent(id -> json.put("toolCallId", id));
    gate.deadline().ifPresent(deadline -> json.put("deadline", deadline.toString()));
    gate.schema().ifPresent(schema -> json.set("schema", schema.node()));
    return json.put("blocking", gate.isBlocking()).set("payload", gate.payloadJson().node());
  }

  ObjectNode gateClosed(TurnGateClosed closed) {
    return of(closed.turnId())
        .put("gateId", closed.gateId())
        .put("at", closed.settledAt().toString())
        .put("result", closed.result().wire());
  }

  /**
   * Returns the error's code with its description, or with its message, which may reveal internals,
   * if the options include it.
   */
  ObjectNode error(@Nullable String turnId, AdkException error) {
    String message =
        errorMessages ? String.valueOf(error.getMessage()) : error.errorCode().meaning();
    return problem(turnId, error.code(), error.status(), message);
  }

  /** Returns a problem with the description of its code. */
  static ObjectNode problem(@Nullable String turnId, ErrorCode code) {
    return problem(turnId, code.name(), code.status(), code.meaning());
  }

  private static ObjectNode problem(
      @Nullable String turnId, String code, int status, String message) {
    return of(turnId).put("code", code).put("status", status).put("message", message);
  }

  /** Returns the end, with the token counts recorded before it. */
  ObjectNode end(TurnEnd end, TurnOutcome outcome, Set<String> gates, GenerationStats usage) {
    ObjectNode json =
        end(end.turnId(), end.endedAt(), Duration.ofMillis(end.durationMs()), outcome, gates);
    ObjectNode counted = Json.mapper().valueToTree(usage);
    counted.remove(DURATIONS);
    return counted.isEmpty() ? json : json.set("usage", counted);
  }

  /**
   * @param gates the gates that the turn waits for, if it does
   */
  ObjectNode end(String turnId, Instant at, Duration took, TurnOutcome outcome, Set<String> gates) {
    ObjectNode json =
        of(turnId)
            .put("at", at.toString())
            .put("status", outcome.wire())
            .put("durationMs", took.toMillis());
    return outcome == TurnOutcome.WAITING
        ? json.set("gates", Json.mapper().valueToTree(gates))
        : json;
  }
}
