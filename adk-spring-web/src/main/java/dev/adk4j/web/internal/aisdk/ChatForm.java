package dev.adk4j.web.internal.aisdk;

import static dev.adk4j.web.internal.protocol.ProtocolForm.field;
import static dev.adk4j.web.internal.protocol.ProtocolForm.fields;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.adk4j.gate.GateRecord;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import dev.adk4j.web.internal.protocol.TurnForm;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;
import tools.jackson.databind.JsonNode;

/** Writes the events of a turn as parts of one message of the chat. */
final class ChatForm extends TurnForm {

  private static final Pattern ADDRESS = Pattern.compile("https?://\\S+");

  private final String files;
  private final @Nullable String messageId;

  /** The denied ones among the calls that the client has. */
  private final Set<String> denied = new HashSet<>();

  /** Gates that were answered before the stream began. */
  private final List<String> answered;

  /** Gates whose decision the client has received. */
  private final Set<String> decided = new HashSet<>();

  private final Map<String, String> calls = new HashMap<>();
  private boolean begun;
  private boolean paused;

  /**
   * @param files URL of the chat's files
   * @param messageId id of the message that continues; null for a new one
   * @param answered gates that the request answers
   */
  ChatForm(
      ProtocolGates gates,
      String files,
      @Nullable String messageId,
      Set<String> known,
      List<String> answered) {
    super(gates, known);
    this.files = files;
    this.messageId = messageId;
    this.answered = answered;
  }

  @Override
  public Map<String, String> headers() {
    return Map.of("x-vercel-ai-ui-message-stream", "v1");
  }

  @Override
  public void begin(Out out) throws IOException {
    if (messageId != null) {
      start(messageId, null, out);
    }
  }

  private void start(@Nullable String id, @Nullable String turnId, Out out) throws IOException {
    if (!begun) {
      begun = true;
      out.data(
          "start",
          field("messageId", id),
          field("messageMetadata", turnId == null ? null : Map.of("turnId", turnId)));
      for (String ref : answered) {
        decided(ref, out);
      }
    }
  }

  @Override
  protected void turn(@Nullable String turnId, Out out) throws IOException {
    start(turnId, turnId, out);
  }

  @Override
  protected void other(String name, JsonNode data, Out out) throws IOException {
    switch (name) {
      case "inner" -> inner(data, out);
      case "files" -> files(data.path("files"), out);
      case "sources" -> sources(data.path("sources"), out);
      default -> {
        // not shown by a chat
      }
    }
  }

  @Override
  protected void startStep(int number, Out out) throws IOException {
    out.data(Map.of("type", "start-step"));
  }

  @Override
  protected void endStep(int number, Out out) throws IOException {
    out.data(Map.of("type", "finish-step"));
  }

  private static String kind(String name) {
    return name.equals("message") ? "text" : "reasoning";
  }

  @Override
  protected void startText(String name, String id, Out out) throws IOException {
    out.data(kind(name) + "-start", field("id", id));
  }

  @Override
  protected Object delta(String name, String id) {
    return fields(field("type", kind(name) + "-delta"), field("id", id), field("delta", ""));
  }

  @Override
  protected void endText(String name, String id, Out out) throws IOException {
    out.data(kind(name) + "-end", field("id", id));
  }

  @Override
  protected void result(String id, JsonNode call, Out out) throws IOException {
    if (call.path("error").booleanValue() && denied.contains(id)) {
      out.data("tool-output-denied", field("toolCallId", id));
    } else if (call.path("error").booleanValue()) {
      out.data(
          "tool-output-error",
          field("toolCallId", id),
          field("errorText", text(call.path("results"))),
          field("dynamic", true));
    } else {
      out.data(
          "tool-output-available",
          field("toolCallId", id),
          field("output", output(call.path("results"))),
          field("dynamic", true));
    }
  }

  @Override
  protected void call(String id, String tool, JsonNode input, Out out) throws IOException {
    out.data(
        "tool-input-available",
        field("toolCallId", id),
        field("toolName", tool),
        field("input", input),
        field("dynamic", true));
  }

  private static Object output(JsonNode results) {
    return results.size() == 1 && "media".equals(results.path(0).path("kind").asString(""))
        ? results
        : text(results);
  }

  /** A page fetches the bytes as the logged-in user. */
  private void files(JsonNode all, Out out) throws IOException {
    for (JsonNode file : all) {
      out.data(
          "file",
          field("url", files + UriUtils.encodePathSegment(file.path("id").asString(), UTF_8)),
          field("mediaType", file.path("mimeType").asString()));
    }
  }

  /** A source with an address is a link; all others are names of documents. */
  private static void sources(JsonNode sources, Out out) throws IOException {
    int number = 0;
    for (JsonNode each : sources) {
      String source = each.asString("");
      String id = "source-" + ++number;
      out.data(
          ADDRESS.matcher(source).matches()
              ? fields(field("type", "source-url"), field("sourceId", id), field("url", source))
              : fields(
                  field("type", "source-document"),
                  field("sourceId", id),
                  field("mediaType", "text/plain"),
                  field("title", source)));
    }
  }

  private void inner(JsonNode inner, Out out) throws IOException {
    if (inner.path("event").asString("").equals("gate")) {
      gate(inner, inner.path("callId").asString(null), out);
    }
  }

  @Override
  protected void gate(JsonNode gate, Out out) throws IOException {
    gate(gate, gate.path("toolCallId").asString(null), out);
  }

  /** Creates a call for a gate that belongs to no call. */
  private void gate(JsonNode gate, @Nullable String callId, Out out) throws IOException {
    String ref = gate.path("ref").asString(null);
    String name = ref == null ? gate.path("gateId").asString() : ref;
    boolean decidable = gates.mayDecide(ref);
    String call = callId != null && known.contains(callId) ? callId : "gate-" + name;
    calls.put(name, call);
    if (!known.contains(call)) {
      announce(call, gate.path("reason").asString(), gate.path("payload"), out);
    }
    Map<String, Object> shown =
        fields(
            field("ref", ref),
            field("reason", gate.path("reason").asString()),
            field("tool", gate.path("tool").asString(null)),
            field("args", present(gate.path("payload").path("args"))),
            field("checksum", gate.path("checksum").asString(null)),
            field("expiresAt", gate.path("deadline").asString(null)),
            field("schema", present(gate.path("schema"))),
            field("decidable", decidable));
    if (decidable) {
      out.data(
          "tool-approval-request",
          field("approvalId", name),
          field("toolCallId", call),
          field("reason", question(gate)),
          field("approvalDescriptor", shown));
      paused = gate.path("blocking").asBoolean(false);
    }
    out.data("data-gate", field("id", name), field("data", shown));
  }

  private static @Nullable JsonNode present(JsonNode node) {
    return node.isMissingNode() ? null : node;
  }

  private static String question(JsonNode gate) {
    String tool = gate.path("tool").asString(null);
    return tool == null ? gate.path("reason").asString() : "Run " + tool + "?";
  }

  /** Reports the decision and the person who decided, once. */
  @Override
  protected void decided(String ref, ProtocolGates.Decided made, Out out) throws IOException {
    if (!decided.add(ref)) {
      return;
    }
    String call =
        calls.getOrDefault(ref, gates.gate(ref).map(GateRecord::toolCallId).orElse("gate-" + ref));
    if (!made.approved()) {
      denied.add(call);
    }
    if (calls.containsKey(ref)) {
      out.data(
          "tool-approval-response",
          field("approvalId", ref),
          field("approved", made.approved()),
          field("reason", made.reason()));
    }
    Map<String, Object> shown = shown(ref, made);
    shown.put("decidable", false);
    out.data("data-gate", field("id", ref), field("data", shown));
    if (!made.approved() && call.startsWith("gate-") && known.contains(call)) {
      out.data("tool-output-denied", field("toolCallId", call));
    } else if (call.startsWith("gate-") && known.contains(call)) {
      out.data(
          "tool-output-available",
          field("toolCallId", call),
          field("output", made.state()),
          field("dynamic", true));
    }
  }

  @Override
  public boolean wantsMore() {
    return !paused;
  }

  @Override
  public void end(Out out) throws IOException {
    start(messageId, null, out);
    endOpen(out);
    if (error != null) {
      String code = error.path("code").asString("");
      out.data("error", field("errorText", error.path("message").asString("") + " (" + code + ")"));
    } else if (status.equals("aborted")) {
      out.data("data-turn", field("id", "turn"), field("data", Map.of("status", "aborted")));
      out.data("abort", field("reason", "The turn was stopped."));
    } else {
      boolean waits = paused || status.equals("waiting");
      out.data(
          "finish",
          field("finishReason", waits ? "tool-calls" : "stop"),
          field("messageMetadata", usage == null ? null : Map.of("usage", usage)));
    }
    out.text("data: [DONE]\n\n");
  }
}
