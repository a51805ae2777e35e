package dev.adk4j.web.internal.aisdk;

import static dev.adk4j.web.internal.protocol.ProtocolForm.field;
import static dev.adk4j.web.internal.protocol.ProtocolForm.fields;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.adk4j.web.internal.protocol.EventFrame;
import dev.adk4j.web.internal.protocol.OpenText;
import dev.adk4j.web.internal.protocol.ProtocolCaller;
import dev.adk4j.web.internal.protocol.ProtocolForm;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import dev.adk4j.web.stream.StreamEvent;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;
import tools.jackson.databind.JsonNode;

/** Writes the events of a turn as parts of one message of the chat. */
final class ChatForm implements ProtocolForm {

  private static final Pattern ADDRESS = Pattern.compile("https?://\\S+");

  private final ProtocolCaller caller;
  private final ProtocolGates gates;
  private final String files;
  private final @Nullable String messageId;

  /** Calls that the client has in its message, and the denied ones among them. */
  private final Set<String> known;

  private final Set<String> denied = new HashSet<>();

  /** Gates that were answered before the stream began. */
  private final List<String> answered;

  private final Map<String, String> refs = new HashMap<>();
  private final Map<String, String> calls = new HashMap<>();
  private final Set<String> open = new LinkedHashSet<>();
  private boolean begun;
  private OpenText writing = OpenText.none();
  private boolean inStep;
  private boolean called;
  private boolean paused;
  private @Nullable String error;
  private @Nullable JsonNode usage;
  private String status = "";

  /**
   * @param files URL of the chat's files
   * @param messageId id of the message that continues; null for a new one
   * @param answered gates that the request answers
   */
  ChatForm(
      ProtocolCaller caller,
      ProtocolGates gates,
      String files,
      @Nullable String messageId,
      Set<String> known,
      List<String> answered) {
    this.caller = caller;
    this.gates = gates;
    this.files = files;
    this.messageId = messageId;
    this.known = new HashSet<>(known);
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
  public void event(String name, JsonNode data, Out out) throws IOException {
    String turnId = data.path("turnId").asString(null);
    start(turnId, turnId, out);
    switch (name) {
      case "message" -> text(name, "text", data, out);
      case "thought" -> text(name, "reasoning", data, out);
      case "toolCall" -> toolCall(data, out);
      case "turnGateOpen" -> gate(data, data.path("toolCallId").asString(null), out);
      case "turnGateClosed" -> gateClosed(data, out);
      case "inner" -> inner(data, out);
      case "files" -> files(data.path("files"), out);
      case "sources" -> sources(data.path("sources"), out);
      case "error" -> error = said(data);
      case "end" -> {
        status = data.path("status").asString("");
        usage = data.path("usage").isObject() ? data.path("usage") : null;
      }
      default -> {
        // not shown by a chat
      }
    }
  }

  static String said(JsonNode error) {
    return error.path("message").asString("") + " (" + error.path("code").asString("") + ")";
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
      out.data(Map.of("type", "start-step"));
    }
  }

  private void endStep(Out out) throws IOException {
    called = false;
    if (inStep) {
      inStep = false;
      out.data(Map.of("type", "finish-step"));
    }
  }

  private void text(String name, String kind, JsonNode data, Out out) throws IOException {
    String id = data.path("id").asString();
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
      out.data(kind + "-start", field("id", id));
    }
    if (!delta.isEmpty()) {
      writing =
          new OpenText(
              name,
              id,
              EventFrame.of(
                  fields(field("type", kind + "-delta"), field("id", id), field("delta", "")),
                  "delta"));
      writing.frame().write(delta, out);
    }
    if (over) {
      writing = OpenText.none();
      open.remove(key);
      out.data(kind + "-end", field("id", id));
    }
  }

  private void toolCall(JsonNode call, Out out) throws IOException {
    String id = call.path("id").asString();
    String tool = call.path("tool").asString("");
    if (!known.contains(id) && !tool.isEmpty() && call.has("args")) {
      announce(id, tool, call.path("args"), out);
    }
    if (!call.path("complete").booleanValue() || !known.contains(id)) {
      return;
    }
    called = inStep;
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

  private void announce(String id, String tool, JsonNode input, Out out) throws IOException {
    step(out);
    known.add(id);
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

  private static String text(JsonNode results) {
    StringBuilder all = new StringBuilder();
    results.forEach(
        result ->
            all.append(all.isEmpty() ? "" : "\n")
                .append(
                    result
                        .path("text")
                        .asString(
                            result
                                .path("preview")
                                .asString(result.path("filename").asString("")))));
    return all.toString();
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

  /** Creates a call for a gate that belongs to no call. */
  private void gate(JsonNode gate, @Nullable String callId, Out out) throws IOException {
    String ref = gate.path("ref").asString(null);
    String name = ref == null ? gate.path("gateId").asString() : ref;
    boolean decidable = gates.mayDecide(caller, ref);
    String call = callId != null && known.contains(callId) ? callId : "gate-" + name;
    refs.put(gate.path("gateId").asString(""), name);
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

  private void gateClosed(JsonNode closed, Out out) throws IOException {
    String ref = refs.get(closed.path("gateId").asString(""));
    if (ref != null && !answered.contains(ref)) {
      decided(ref, out);
    }
  }

  /** Reports the decision and the person who decided. */
  private void decided(String ref, Out out) throws IOException {
    ProtocolGates.Decided made = gates.decided(caller, ref).orElse(null);
    if (made == null) {
      return;
    }
    String call = calls.getOrDefault(ref, gates.toolCall(caller, ref).orElse("gate-" + ref));
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
    out.data(
        "data-gate",
        field("id", ref),
        field(
            "data",
            fields(
                field("ref", ref),
                field("state", made.state()),
                field("approved", made.approved()),
                field("by", made.by()),
                field("channel", made.channel()),
                field("decidable", false))));
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
  public void gone(String code, String meaning, Out out) throws IOException {
    error = meaning + " (" + code + ")";
  }

  @Override
  public void end(Out out) throws IOException {
    start(messageId, null, out);
    for (String key : open) {
      int at = key.indexOf(' ');
      out.data(key.substring(0, at) + "-end", field("id", key.substring(at + 1)));
    }
    endStep(out);
    if (error != null) {
      out.data("error", field("errorText", error));
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
