package dev.adk4j.web.internal.agui;

import static dev.adk4j.web.internal.protocol.ProtocolForm.field;
import static dev.adk4j.web.internal.protocol.ProtocolForm.fields;

import dev.adk4j.web.internal.protocol.EventFrame;
import dev.adk4j.web.internal.protocol.OpenText;
import dev.adk4j.web.internal.protocol.ProtocolCaller;
import dev.adk4j.web.internal.protocol.ProtocolForm;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import dev.adk4j.web.stream.StreamEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Writes the events of a turn as one run. Ends every open item before the run ends. */
final class RunForm implements ProtocolForm {

  private final ProtocolCaller caller;
  private final ProtocolGates gates;
  private final Interrupts interrupts;
  private final Supplier<List<String>> pending;
  private final RunInput input;
  private final @Nullable StoredMessages history;

  /** Ids of messages that the client has received from the history. */
  private final Set<Object> shown;

  /** Calls that the client has. */
  private final Set<String> known;

  private final Map<String, String> refs = new HashMap<>();
  private final Set<String> open = new LinkedHashSet<>();
  private final List<Map<String, Object>> blocking = new ArrayList<>();
  private int steps;
  private OpenText writing = OpenText.none();
  private boolean inStep;
  private boolean called;
  private boolean told;
  private @Nullable JsonNode state;
  private @Nullable JsonNode error;
  private @Nullable JsonNode usage;
  private String status = "";

  /**
   * @param pending supplies the calls that the client must answer; called if the turn waits
   * @param history messages that are sent first; null for a run with a new message
   */
  RunForm(
      ProtocolCaller caller,
      ProtocolGates gates,
      Interrupts interrupts,
      Supplier<List<String>> pending,
      RunInput input,
      @Nullable StoredMessages history) {
    this.caller = caller;
    this.gates = gates;
    this.interrupts = interrupts;
    this.pending = pending;
    this.input = input;
    this.known = new HashSet<>(input.known());
    this.history = history;
    this.shown = history == null ? Set.of() : history.ids();
  }

  @Override
  public void begin(Out out) throws IOException {
    out.data(started(input));
    if (history != null) {
      known.addAll(history.calls());
      out.data("MESSAGES_SNAPSHOT", field("messages", history.messages()));
    }
    for (RunInput.Resume answer : input.resume()) {
      ProtocolGates.Decided made = gates.decided(caller, answer.ref()).orElse(null);
      if (made != null) {
        activity(answer.ref(), decided(answer.ref(), made), out);
      }
    }
  }

  static Map<String, Object> started(RunInput input) {
    return fields(
        field("type", "RUN_STARTED"),
        field("threadId", input.threadId()),
        field("runId", input.runId()),
        field("protocolVersion", "1.0"),
        field("parentRunId", input.parentRunId()));
  }

  @Override
  public void event(String name, JsonNode data, Out out) throws IOException {
    String turnId = data.path("turnId").asString(null);
    if (!told && turnId != null) {
      told = true;
      out.data("CUSTOM", field("name", "adk.turn"), field("value", Map.of("turnId", turnId)));
    }
    switch (name) {
      case "message" -> text(name, "TEXT_MESSAGE", data, out);
      case "thought" -> text(name, "REASONING_MESSAGE", data, out);
      case "toolCall" -> toolCall(data, out);
      case "turnGateOpen" -> gate(data, out);
      case "turnGateClosed" -> gateClosed(data, out);
      case "state" -> state(data.path("state"), out);
      case "error" -> error = data;
      case "end" -> {
        status = data.path("status").asString("");
        usage = data.path("usage");
      }
      default -> {
        // not part of a run
      }
    }
  }

  private void state(JsonNode now, Out out) throws IOException {
    JsonNode before = state;
    state = now;
    if (before == null) {
      out.data("STATE_SNAPSHOT", field("snapshot", now));
    } else if (!before.equals(now)) {
      out.data("STATE_DELTA", field("delta", PageState.patch(before, now)));
    }
  }

  @Override
  public void piece(String name, StreamEvent.Piece piece, Out out) throws IOException {
    if (!writing.takes(name, piece, out)) {
      event(name, piece.json(), out);
    }
  }

  private void step(Out out) throws IOException {
    if (called) {
      endStep(out);
    }
    if (!inStep) {
      inStep = true;
      out.data("STEP_STARTED", field("stepName", "step " + ++steps));
    }
  }

  private void endStep(Out out) throws IOException {
    called = false;
    if (inStep) {
      inStep = false;
      out.data("STEP_FINISHED", field("stepName", "step " + steps));
    }
  }

  private void text(String name, String kind, JsonNode data, Out out) throws IOException {
    String id = data.path("id").asString();
    if (shown.contains(id)) {
      return;
    }
    String key = kind + " " + id;
    boolean over = data.path("complete").booleanValue() || data.path("partial").asBoolean(false);
    String delta = data.path("delta").asString("");
    if (!open.contains(key)) {
      delta = delta.isEmpty() && over ? data.path("full").asString("") : delta;
      if (delta.isEmpty()) {
        return;
      }
      step(out);
      open.add(key);
      startText(kind, id, out);
    }
    if (!delta.isEmpty()) {
      writing =
          new OpenText(
              name,
              id,
              EventFrame.of(
                  fields(
                      field("type", kind + "_CONTENT"), field("messageId", id), field("delta", "")),
                  "delta"));
      writing.frame().write(delta, out);
    }
    if (over) {
      writing = OpenText.none();
      open.remove(key);
      endText(kind, id, out);
    }
  }

  private static void startText(String kind, String id, Out out) throws IOException {
    boolean reasons = kind.startsWith("REASONING");
    if (reasons) {
      out.data("REASONING_START", field("messageId", id));
    }
    out.data(
        kind + "_START",
        field("messageId", id),
        field("role", reasons ? "reasoning" : "assistant"));
  }

  private static void endText(String kind, String id, Out out) throws IOException {
    out.data(kind + "_END", field("messageId", id));
    if (kind.startsWith("REASONING")) {
      out.data("REASONING_END", field("messageId", id));
    }
  }

  private void toolCall(JsonNode call, Out out) throws IOException {
    String id = call.path("id").asString();
    String tool = call.path("tool").asString("");
    if (!known.contains(id) && !tool.isEmpty() && call.has("args")) {
      step(out);
      known.add(id);
      out.data("TOOL_CALL_START", field("toolCallId", id), field("toolCallName", tool));
      out.data(
          "TOOL_CALL_ARGS", field("toolCallId", id), field("delta", call.path("args").toString()));
      out.data("TOOL_CALL_END", field("toolCallId", id));
    }
    if (call.path("complete").booleanValue() && known.contains(id)) {
      called = inStep;
    }
    if (call.path("complete").booleanValue() && known.contains(id) && !hasResult(id)) {
      out.data(
          "TOOL_CALL_RESULT",
          field("messageId", resultOf(id)),
          field("toolCallId", id),
          field("role", "tool"),
          field("content", results(call.path("results"))),
          field("metadata", call.path("error").booleanValue() ? Map.of("error", true) : null));
    }
  }

  static String resultOf(String callId) {
    return "result-" + callId;
  }

  /** The client has the result, from the history or from its own request. */
  private boolean hasResult(String callId) {
    return shown.contains(resultOf(callId))
        || input.results().stream().anyMatch(result -> result.callId().equals(callId));
  }

  static String results(JsonNode results) {
    StringBuilder all = new StringBuilder();
    for (JsonNode result : results) {
      all.append(all.isEmpty() ? "" : "\n")
          .append(
              result
                  .path("text")
                  .asString(result.path("preview").asString(result.path("filename").asString(""))));
    }
    return all.toString();
  }

  private void gate(JsonNode gate, Out out) throws IOException {
    String ref = gate.path("ref").asString(null);
    if (ref == null) {
      return;
    }
    refs.put(gate.path("gateId").asString(""), ref);
    boolean mine = gates.mayDecide(caller, ref);
    if (mine && gate.path("blocking").asBoolean(false)) {
      blocking.add(interrupts.blocking(gate, known));
    } else if (!mine) {
      activity(
          ref,
          fields(
              field("ref", ref),
              field("state", "open"),
              field("reason", gate.path("reason").asString()),
              field("tool", gate.path("tool").asString(null)),
              field("toolCallId", gate.path("toolCallId").asString(null)),
              field("checksum", gate.path("checksum").asString(null)),
              field("expiresAt", gate.path("deadline").asString(null))),
          out);
    }
  }

  private void gateClosed(JsonNode closed, Out out) throws IOException {
    String ref = refs.get(closed.path("gateId").asString(""));
    ProtocolGates.Decided made = ref == null ? null : gates.decided(caller, ref).orElse(null);
    if (ref != null && made != null) {
      activity(ref, decided(ref, made), out);
    }
  }

  private static Map<String, Object> decided(String ref, ProtocolGates.Decided made) {
    return fields(
        field("ref", ref),
        field("state", made.state()),
        field("approved", made.approved()),
        field("by", made.by()),
        field("channel", made.channel()));
  }

  private static void activity(String ref, Map<String, Object> content, Out out)
      throws IOException {
    out.data(
        "ACTIVITY_SNAPSHOT",
        field("messageId", "gate-" + ref),
        field("activityType", "adk.gate"),
        field("content", content),
        field("replace", true));
  }

  @Override
  public boolean wantsMore() {
    return blocking.isEmpty();
  }

  @Override
  public void gone(String code, String meaning, Out out) throws IOException {
    out.data(failed(meaning, code));
    status = "gone";
  }

  static Map<String, Object> failed(String meaning, String code) {
    return fields(field("type", "RUN_ERROR"), field("message", meaning), field("code", code));
  }

  @Override
  public void end(Out out) throws IOException {
    if (status.equals("gone")) {
      return;
    }
    if (error != null) {
      out.data(failed(error.path("message").asString(""), error.path("code").asString("")));
      return;
    }
    for (String key : open) {
      int at = key.indexOf(' ');
      endText(key.substring(0, at), key.substring(at + 1), out);
    }
    endStep(out);
    out.data(
        "RUN_FINISHED",
        field("threadId", input.threadId()),
        field("runId", input.runId()),
        field("outcome", outcome()),
        field("usage", usage == null || usage.isMissingNode() ? null : List.of(usage(usage))));
  }

  /** Returns the events of a run without a turn. */
  List<Object> alone(String status) {
    List<Object> events = new ArrayList<>();
    Out out =
        new Out() {
          @Override
          public void data(Object json) {
            events.add(json);
          }

          @Override
          public void text(String sse) {
            throw new UnsupportedOperationException();
          }

          @Override
          public void quoted(String before, String text, String after) {
            throw new UnsupportedOperationException();
          }
        };
    this.status = status;
    try {
      begin(out);
      end(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return events;
  }

  private Map<String, Object> outcome() {
    if (status.equals("aborted")) {
      return Map.of("type", "cancelled");
    }
    boolean waits = status.equals("waiting");
    List<String> calls = waits ? pending.get() : List.of();
    List<Map<String, Object>> mine = new ArrayList<>(waits ? interrupts.open(known) : blocking);
    mine.removeIf(
        interrupt -> interrupt.get("toolCallId") instanceof String call && calls.contains(call));
    if (!mine.isEmpty()) {
      return Map.of("type", "interrupt", "interrupts", mine);
    }
    return fields(
        field("type", "success"), field("pendingToolCallIds", calls.isEmpty() ? null : calls));
  }

  private static Map<String, Object> usage(JsonNode usage) {
    return fields(
        field("provider", usage.path("provider").asString(null)),
        field("model", usage.path("model").asString(null)),
        field("inputTokens", number(usage, "promptTokens")),
        field("outputTokens", number(usage, "completionTokens")),
        field("totalTokens", number(usage, "totalTokens")),
        field("reasoningTokens", number(usage, "reasoningTokens")),
        field("cachedInputTokens", number(usage, "cacheReadTokens")),
        field("cacheWriteInputTokens", number(usage, "cacheWriteTokens")));
  }

  private static @Nullable Long number(JsonNode usage, String name) {
    return usage.has(name) ? usage.path(name).longValue() : null;
  }
}
