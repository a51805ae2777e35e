package dev.adk4j.web.internal.agui;

import static dev.adk4j.web.internal.protocol.ProtocolForm.field;
import static dev.adk4j.web.internal.protocol.ProtocolForm.fields;

import dev.adk4j.web.internal.protocol.EventLines;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import dev.adk4j.web.internal.protocol.TurnForm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Writes the events of a turn as one run. */
final class RunForm extends TurnForm {

  private final Interrupts interrupts;
  private final Supplier<List<String>> pending;
  private final RunInput input;
  private final @Nullable StoredMessages history;

  /** Ids of messages that the client has received from the history. */
  private final Set<Object> shown;

  private final List<Map<String, Object>> blocking = new ArrayList<>();
  private boolean told;
  private @Nullable JsonNode state;

  /**
   * @param pending supplies the calls that the client must answer; called if the turn waits
   * @param history messages that are sent first; null for a run with a new message
   */
  RunForm(
      ProtocolGates gates,
      Supplier<List<String>> pending,
      RunInput input,
      @Nullable StoredMessages history) {
    super(gates, input.known());
    this.interrupts = new Interrupts(gates);
    this.pending = pending;
    this.input = input;
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
      decided(answer.ref(), out);
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
  protected void turn(@Nullable String turnId, Out out) throws IOException {
    if (!told && turnId != null) {
      told = true;
      out.data("CUSTOM", field("name", "adk.turn"), field("value", Map.of("turnId", turnId)));
    }
  }

  @Override
  protected void other(String name, JsonNode data, Out out) throws IOException {
    if (name.equals("state")) {
      state(data.path("state"), out);
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
  protected void startStep(int number, Out out) throws IOException {
    out.data("STEP_STARTED", field("stepName", "step " + number));
  }

  @Override
  protected void endStep(int number, Out out) throws IOException {
    out.data("STEP_FINISHED", field("stepName", "step " + number));
  }

  private static String kind(String name) {
    return name.equals("message") ? "TEXT_MESSAGE" : "REASONING_MESSAGE";
  }

  @Override
  protected void startText(String name, String id, Out out) throws IOException {
    boolean reasons = name.equals("thought");
    if (reasons) {
      out.data("REASONING_START", field("messageId", id));
    }
    out.data(
        kind(name) + "_START",
        field("messageId", id),
        field("role", reasons ? "reasoning" : "assistant"));
  }

  @Override
  protected Object delta(String name, String id) {
    return fields(
        field("type", kind(name) + "_CONTENT"), field("messageId", id), field("delta", ""));
  }

  @Override
  protected void endText(String name, String id, Out out) throws IOException {
    out.data(kind(name) + "_END", field("messageId", id));
    if (name.equals("thought")) {
      out.data("REASONING_END", field("messageId", id));
    }
  }

  @Override
  protected boolean has(String id) {
    return shown.contains(id);
  }

  @Override
  protected void call(String id, String tool, JsonNode args, Out out) throws IOException {
    out.data("TOOL_CALL_START", field("toolCallId", id), field("toolCallName", tool));
    out.data("TOOL_CALL_ARGS", field("toolCallId", id), field("delta", args.toString()));
    out.data("TOOL_CALL_END", field("toolCallId", id));
  }

  @Override
  protected void result(String id, JsonNode call, Out out) throws IOException {
    if (!hasResult(id)) {
      out.data(
          "TOOL_CALL_RESULT",
          field("messageId", resultOf(id)),
          field("toolCallId", id),
          field("role", "tool"),
          field("content", text(call.path("results"))),
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

  @Override
  protected void gate(JsonNode gate, Out out) throws IOException {
    String ref = gate.path("ref").asString(null);
    if (ref == null) {
      return;
    }
    boolean mine = gates.mayDecide(ref);
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

  @Override
  protected void decided(String ref, ProtocolGates.Decided made, Out out) throws IOException {
    activity(ref, shown(ref, made), out);
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

  static Map<String, Object> failed(String meaning, String code) {
    return fields(field("type", "RUN_ERROR"), field("message", meaning), field("code", code));
  }

  @Override
  public void end(Out out) throws IOException {
    if (error != null) {
      out.data(failed(error.path("message").asString(""), error.path("code").asString("")));
      return;
    }
    endOpen(out);
    out.data(
        "RUN_FINISHED",
        field("threadId", input.threadId()),
        field("runId", input.runId()),
        field("outcome", outcome()),
        field("usage", usage == null ? null : List.of(usage(usage))));
  }

  /** Returns the events of a run without a turn. */
  String alone(String status) throws IOException {
    EventLines lines = new EventLines();
    this.status = status;
    begin(lines);
    end(lines);
    return lines.toString();
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
