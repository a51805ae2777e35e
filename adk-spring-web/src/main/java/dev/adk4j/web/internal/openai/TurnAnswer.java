package dev.adk4j.web.internal.openai;

import dev.adk4j.client.WaitingGate;
import dev.adk4j.value.Json;
import dev.adk4j.web.internal.protocol.ProtocolForm;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import dev.adk4j.web.stream.StreamEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the events of a turn as an answer, in lines or whole. The answer ends with the turn, or at
 * a gate: clients do not keep a connection open for a decision. Used by one thread at a time.
 */
abstract class TurnAnswer implements ProtocolForm {

  final Request request;
  private final List<WaitingGate> blocking = new ArrayList<>();
  private JsonNode end = node();
  private @Nullable Failure failure;

  TurnAnswer(Request request) {
    this.request = request;
  }

  /**
   * The answered request.
   *
   * @param conversation name of its conversation
   * @param thoughts true to include the model's reasoning
   * @param after number of the last event that the client has, of a background response; null for
   *     any other answer
   * @param waiting returns the gates of these references, or else of the conversation's waiting
   *     turn
   * @param mayDecide returns true if the caller may decide on the gate of that reference
   * @param left called if the client disconnects before the end
   */
  record Request(
      String conversation,
      boolean thoughts,
      @Nullable Long after,
      Function<List<String>, List<WaitingGate>> waiting,
      Predicate<String> mayDecide,
      Runnable left) {

    /** Returns true for an answer that ends at the first event that ends a run of its turn. */
    boolean isBackground() {
      return after != null;
    }

    boolean isNew(long number) {
      return after == null || number > after;
    }
  }

  /**
   * End of a turn.
   *
   * @param decidable gates that the caller may decide on
   * @param others gates that other people must decide on
   * @param usage token counts named as in the events; missing if the model reported none
   */
  record End(List<WaitingGate> decidable, List<WaitingGate> others, JsonNode usage) {

    /** Returns the protocol's finish reason. Tool calls are never one. */
    String finishReason() {
      String given = usage.path("finishReason").asString("").toLowerCase(Locale.ROOT);
      if (given.contains("length") || given.contains("max_tokens")) {
        return "length";
      }
      return given.contains("filter") ? "content_filter" : "stop";
    }
  }

  /** Error of a turn; the message is for clients. */
  record Failure(String code, int status, String message) {}

  /** A piece of the text of that message. */
  abstract void text(String message, String piece, Out out) throws IOException;

  /** A piece of the model's reasoning. */
  abstract void thought(String id, String piece, Out out) throws IOException;

  /** The texts of these ids are void: another process answers again. */
  void revoke(List<String> ids, Out out) throws IOException {}

  /** Called last, when the turn has ended or waits. */
  abstract void end(End end, Out out) throws IOException;

  /** Called last, instead of {@link #end(End, Out)}. */
  abstract void fail(Failure failure, Out out) throws IOException;

  /** Returns the whole answer, after its end. */
  abstract ObjectNode whole();

  /** Returns the error of the turn; null if there is none. */
  final @Nullable Failure failure() {
    return failure;
  }

  @Override
  public final Map<String, String> headers() {
    return Map.of(OpenAiOptions.HEADERS.getFirst(), request.conversation());
  }

  /** Tool calls are not reported. */
  @Override
  public final void event(String name, JsonNode data, Out out) throws IOException {
    switch (name) {
      case "message", "thought" ->
          piece(name, data.path("id").asString(""), data.path("delta").asString(""), out);
      case "turnGateOpen" -> {
        if (data.path("blocking").asBoolean(false) && data.path("ref").isString()) {
          blocking.add(ProtocolGates.waiting(data));
        }
      }
      case "error" ->
          failure =
              new Failure(
                  data.path("code").asString(""),
                  data.path("status").asInt(500),
                  data.path("message").asString(""));
      case "reset" -> revoke(data.path("ids").valueStream().map(JsonNode::asString).toList(), out);
      case "end", "waiting" -> end = data;
      default -> {
        // not part of an answer
      }
    }
  }

  @Override
  public final void piece(String name, StreamEvent.Piece piece, Out out) throws IOException {
    piece(name, piece.id(), piece.delta(), out);
  }

  private void piece(String name, String id, String piece, Out out) throws IOException {
    if (!piece.isEmpty() && name.equals("message")) {
      text(id, piece, out);
    } else if (!piece.isEmpty() && request.thoughts()) {
      thought(id, piece, out);
    }
  }

  @Override
  public final boolean wantsMore() {
    return blocking.isEmpty() && !(request.isBackground() && isOver());
  }

  /** Returns true if the run has ended. */
  final boolean isOver() {
    return !end.isEmpty() || failure != null || !blocking.isEmpty();
  }

  @Override
  public final void gone(String code, String meaning, Out out) {
    failure = new Failure(code, 500, meaning);
  }

  @Override
  public final void end(Out out) throws IOException {
    String status = end.path("status").asString("");
    if (failure == null && blocking.isEmpty() && status.equals("aborted")) {
      failure = new Failure("E_TURN_ABORTED", 500, "The turn was aborted.");
    }
    if (failure != null) {
      fail(failure, out);
    } else if (!request.isBackground() || isOver()) {
      List<WaitingGate> gates = gates(status);
      Predicate<WaitingGate> decidable = gate -> request.mayDecide().test(gate.id());
      List<WaitingGate> own = gates.stream().filter(decidable).toList();
      List<WaitingGate> others = gates.stream().filter(decidable.negate()).toList();
      end(new End(own, others, end.path("usage")), out);
    }
  }

  private List<WaitingGate> gates(String status) {
    if (!blocking.isEmpty()) {
      return blocking;
    }
    return status.equals("waiting")
        ? request.waiting().apply(end.path("gates").valueStream().map(JsonNode::asString).toList())
        : List.of();
  }

  @Override
  public final void left() {
    request.left().run();
  }

  static ObjectNode node() {
    return Json.mapper().createObjectNode();
  }

  /**
   * Returns the token counts; null if the model reported none.
   *
   * @param in name of the tokens of the prompt
   * @param out name of the tokens of the answer
   */
  static @Nullable ObjectNode usage(JsonNode usage, String in, String out) {
    long prompt = usage.path("promptTokens").asLong(0);
    long completion = usage.path("completionTokens").asLong(0);
    long total = usage.path("totalTokens").asLong(prompt + completion);
    if (total == 0) {
      return null;
    }
    ObjectNode counted = node().put(in, prompt).put(out, completion).put("total_tokens", total);
    counted
        .putObject(in + "_details")
        .put("cached_tokens", usage.path("cacheReadTokens").asLong(0))
        .put("cache_write_tokens", usage.path("cacheWriteTokens").asLong(0));
    long reasoning = usage.path("reasoningTokens").asLong(0);
    counted.putObject(out + "_details").put("reasoning_tokens", reasoning);
    return counted;
  }
}
