package dev.adk4j.web.internal.openai;

import dev.adk4j.client.WaitingGate;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.internal.protocol.ProtocolForm;
import dev.adk4j.web.stream.StreamEvent;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Passes the events of a turn to an answer. The answer ends with the turn, or at a gate: clients do
 * not keep a connection open for a decision. Used by one thread at a time.
 */
final class OpenAiForm implements ProtocolForm {

  private final TurnAnswer answer;
  private final TurnAnswer.Lines lines;
  private final Supplier<List<WaitingGate>> waiting;
  private final Predicate<String> mayDecide;
  private final Runnable left;
  private final Map<String, WaitingGate> blocking = new LinkedHashMap<>();
  private final Map<String, String> headers = new LinkedHashMap<>();
  private JsonNode end = Json.mapper().createObjectNode();
  private TurnAnswer.@Nullable Failure failure;

  /**
   * @param lines target of the answer's lines
   * @param waiting supplies the gates of the conversation's waiting turn
   * @param mayDecide returns true if the caller may decide on the gate of that reference
   * @param left called if the client disconnects before the end
   */
  OpenAiForm(
      TurnAnswer answer,
      TurnAnswer.Lines lines,
      Supplier<List<WaitingGate>> waiting,
      Predicate<String> mayDecide,
      Runnable left) {
    this.answer = answer;
    this.lines = lines;
    this.waiting = waiting;
    this.mayDecide = mayDecide;
    this.left = left;
  }

  /** Adds a header to the response of a stream. */
  void header(String name, String value) {
    headers.put(name, value);
  }

  @Override
  public Map<String, String> headers() {
    return headers;
  }

  @Override
  public void begin(Out out) throws IOException {
    lines.to(out);
    answer.begin();
  }

  @Override
  public void event(String name, JsonNode data, Out out) throws IOException {
    lines.to(out);
    take(name, data);
  }

  @Override
  public void piece(String name, StreamEvent.Piece piece, Out out) throws IOException {
    lines.to(out);
    piece(name, piece.id(), piece.delta());
  }

  private void piece(String name, String id, String piece) throws IOException {
    if (piece.isEmpty()) {
      return;
    }
    if (name.equals("message")) {
      answer.text(id, piece);
    } else {
      answer.thought(id, piece);
    }
  }

  private void take(String name, JsonNode data) throws IOException {
    switch (name) {
      case "message", "thought" ->
          piece(name, data.path("id").asString(""), data.path("delta").asString(""));
      case "turnGateOpen" -> {
        if (data.path("blocking").asBoolean(false) && data.path("ref").isString()) {
          blocking.put(data.path("ref").stringValue(), gate(data));
        }
      }
      case "error" ->
          failure =
              new TurnAnswer.Failure(
                  data.path("code").asString(""),
                  data.path("status").asInt(500),
                  data.path("message").asString(""));
      case "end" -> end = data;
      default -> {
        // tool calls are not reported
      }
    }
  }

  private static WaitingGate gate(JsonNode data) {
    JsonNode args = data.path("payload").path("args");
    JsonNode deadline = data.path("deadline");
    return new WaitingGate(
        data.path("ref").stringValue(),
        data.path("tool").isString() ? data.path("tool").stringValue() : null,
        args.isMissingNode() ? null : JsonValue.of(args),
        data.path("reason").asString(""),
        deadline.isString() ? Instant.parse(deadline.stringValue()) : null);
  }

  @Override
  public boolean wantsMore() {
    return blocking.isEmpty();
  }

  @Override
  public void gone(String code, String meaning, Out out) {
    failure = new TurnAnswer.Failure(code, 500, meaning);
  }

  @Override
  public void end(Out out) throws IOException {
    lines.to(out);
    finish();
  }

  private void finish() throws IOException {
    String status = end.path("status").asString("");
    if (failure == null && blocking.isEmpty() && status.equals("aborted")) {
      failure = new TurnAnswer.Failure("E_TURN_ABORTED", 500, "The turn was aborted.");
    }
    TurnAnswer.Failure failed = failure;
    if (failed != null) {
      answer.fail(failed);
      return;
    }
    List<WaitingGate> decidable = new ArrayList<>();
    List<WaitingGate> others = new ArrayList<>();
    for (WaitingGate gate : gates(status)) {
      (mayDecide.test(gate.id()) ? decidable : others).add(gate);
    }
    String reason = end.path("usage").path("finishReason").asString("");
    answer.end(
        new TurnAnswer.End(decidable, others, end.path("usage"), reason.isEmpty() ? null : reason));
  }

  private List<WaitingGate> gates(String status) {
    return blocking.isEmpty()
        ? status.equals("waiting") ? waiting.get() : List.of()
        : List.copyOf(blocking.values());
  }

  TurnAnswer.@Nullable Failure failure() {
    return failure;
  }

  @Override
  public void left() {
    left.run();
  }
}
