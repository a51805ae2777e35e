package dev.adk4j.web.internal.a2a;

import static dev.adk4j.web.internal.protocol.ProtocolForm.field;
import static dev.adk4j.web.internal.protocol.ProtocolForm.fields;

import dev.adk4j.client.WaitingGate;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.internal.protocol.Callbacks;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import dev.adk4j.web.stream.StreamEvent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Task as one reader sees it: the state that follows from the events of its turn, which are the
 * same for every reader on every node. Each message of the turn is an artifact. Used by one thread
 * at a time.
 */
final class TaskView implements Callbacks.State {

  private static final Set<String> REFUSALS =
      Set.of(AdkErrorCode.E_ANSWER_WAITING.name(), AdkErrorCode.E_GUARD_REFUSED.name());

  final A2aTask task;

  /** Gates of the reader, who may be allowed to decide. */
  final ProtocolGates gates;

  private final Map<String, StringBuilder> artifacts = new LinkedHashMap<>();
  private final Map<String, WaitingGate> asked = new HashMap<>();
  private final List<JsonNode> history = new ArrayList<>();
  private TaskState state = TaskState.SUBMITTED;
  private Instant at;
  private @Nullable ObjectNode says;
  private JsonNode failure = node();
  private @Nullable String writing;
  private List<String> waitsFor = List.of();
  private boolean decided;

  /** True if the turn ended to wait. Its next event belongs to the run after the decision. */
  private boolean rests;

  /** True if texts are not kept, in particular those that the reader has received. */
  private boolean told;

  private long tokens;
  private long position;

  /**
   * @param texts false to leave out the texts of the artifacts
   */
  TaskView(A2aTask task, ProtocolGates gates, boolean texts) {
    this.task = task;
    this.gates = gates;
    this.at = task.begun();
    this.told = !texts;
    if (task.said() != null) {
      ObjectNode said = (ObjectNode) Json.mapper().readTree(task.said());
      history.add(said.put("taskId", task.id()).put("contextId", task.contextId()));
    }
  }

  TaskState state() {
    return state;
  }

  Instant at() {
    return at;
  }

  /** Returns the number of the newest event. */
  long position() {
    return position;
  }

  /** Adds the event and returns true until the task has ended or waits. */
  @Override
  public boolean take(StreamEvent event) {
    position = event.number();
    StreamEvent.Piece piece = event.piece();
    event(event.name(), piece == null ? Json.mapper().readTree(event.data()) : piece.json());
    return !stops();
  }

  @Override
  public ObjectNode body() {
    return node().set("task", json(0, true));
  }

  @Override
  public boolean ended() {
    return state.ended();
  }

  /** Returns true if the task has ended or waits for decisions that are missing. */
  boolean stops() {
    return state.ended() || state.waits() && !decided;
  }

  /** Returns false if a stream ends here. A task that waits for others is followed further. */
  boolean wantsMore() {
    return !stops() || state == TaskState.AUTH_REQUIRED;
  }

  /** Returns true if the next piece of this text continues its artifact. */
  boolean isWriting(String name, String id) {
    return name.equals("message") && id.equals(writing);
  }

  /** Adds an event, and returns the updates that it causes. */
  List<ObjectNode> event(String name, JsonNode data) {
    List<ObjectNode> updates = new ArrayList<>();
    if (state.ended()) {
      return updates;
    }
    boolean last = name.equals("end") || name.equals("waiting");
    if (state == TaskState.SUBMITTED
        || rests && !last
        || state.waits() && name.equals("turnGateClosed")) {
      rests = false;
      failure = node();
      status(TaskState.WORKING, null, data, updates);
    }
    switch (name) {
      case "message" -> text(data, updates);
      case "reset" -> data.path("ids").forEach(id -> reset(id.asString(""), updates));
      case "turnGateOpen" -> gate(data, updates);
      case "error" -> failure = data;
      case "end", "waiting" -> end(data, updates);
      default -> {
        // internal steps of the agent are not exposed
      }
    }
    return updates;
  }

  private void text(JsonNode data, List<ObjectNode> updates) {
    String id = data.path("id").asString("");
    String delta = data.path("delta").asString("");
    if (!told && data.has("full")) { // also if its first pieces are no longer held
      artifacts.put(id, new StringBuilder(data.path("full").asString("")));
    } else if (!delta.isEmpty()) {
      boolean goesOn = artifacts.containsKey(id);
      if (!id.equals(writing)) {
        endText(updates);
        writing = id;
      }
      StringBuilder text = artifacts.computeIfAbsent(id, any -> new StringBuilder());
      text.append(told ? "" : delta);
      updates.add(artifact(id, delta, goesOn, false));
    }
  }

  /** Replaces the text of a process that died by an empty one. */
  private void reset(String id, List<ObjectNode> updates) {
    if (artifacts.remove(id) != null) {
      updates.add(artifact(id, "", false, true));
    }
    writing = id.equals(writing) ? null : writing;
  }

  private void endText(List<ObjectNode> updates) {
    if (writing != null) {
      updates.add(artifact(writing, "", true, true));
      writing = null;
    }
  }

  private void gate(JsonNode data, List<ObjectNode> updates) {
    if (data.has("ref")) {
      WaitingGate gate = ProtocolGates.waiting(data);
      asked.put(gate.id(), gate);
      if (data.path("blocking").asBoolean(false)) {
        waits(List.of(gate.id()), data, updates);
      }
    }
  }

  private void end(JsonNode end, List<ObjectNode> updates) {
    endText(updates);
    JsonNode usage = end.path("usage");
    long parts = usage.path("promptTokens").asLong(0) + usage.path("completionTokens").asLong(0);
    tokens += usage.path("totalTokens").asLong(parts);
    String status = end.path("status").asString("");
    String code = failure.path("code").asString(status);
    if (code.equals("waiting")) {
      rests = true;
      waits(end.path("gates").valueStream().map(JsonNode::asString).toList(), end, updates);
    } else if (failure.isEmpty() || code.equals(AdkErrorCode.E_TURN_ABORTED.name())) {
      TaskState over = code.equals("completed") ? TaskState.COMPLETED : TaskState.CANCELED;
      status(over, null, end, updates);
    } else {
      ObjectNode message = message(end);
      text(message, failure.path("message").asString("") + " (" + code + ")");
      TaskState over = REFUSALS.contains(code) ? TaskState.REJECTED : TaskState.FAILED;
      status(over, message, end, updates);
    }
  }

  private void waits(List<String> refs, JsonNode data, List<ObjectNode> updates) {
    waitsFor = refs;
    List<String> open = look();
    ObjectNode message = message(data);
    boolean own = false;
    for (String ref : open.isEmpty() ? refs : open) {
      boolean may = gates.mayDecide(ref);
      own |= may;
      gate(message, waiting(ref), may);
    }
    endText(updates);
    TaskState next = own ? TaskState.INPUT_REQUIRED : TaskState.AUTH_REQUIRED;
    status(next, message, data, updates);
  }

  private WaitingGate waiting(String ref) {
    return Optional.ofNullable(asked.get(ref))
        .or(() -> gates.gate(ref).map(ProtocolGates::waiting))
        .orElse(new WaitingGate(ref, null, null, "", null));
  }

  /** Returns the gates that the task still waits for. */
  List<String> look() {
    List<String> open = waitsFor.stream().filter(gates::isOpen).toList();
    decided = open.isEmpty();
    return open;
  }

  /** Shows a decided task as working, even if its turn has no further event here. */
  TaskView now() {
    if (state.waits() && decided) {
      rests = false;
      status(TaskState.WORKING, null, node(), new ArrayList<>());
    }
    return this;
  }

  /** Returns a message of the agent about an event of the task. */
  private ObjectNode message(JsonNode event) {
    String id = task.id() + ":" + event.path("n").asLong(0);
    return ids(node().put("messageId", id).put("role", "ROLE_AGENT"));
  }

  private static void text(ObjectNode holder, String text) {
    holder.withArrayProperty("parts").addObject().put("text", text);
  }

  /** Adds a waiting call: a text, and data that the client answers. */
  private static void gate(ObjectNode message, WaitingGate gate, boolean mayDecide) {
    String call = ProtocolGates.call(gate);
    text(
        message,
        mayDecide ? "May " + call + " run?" : "Another person must decide on " + call + ".");
    Map<String, Object> data =
        fields(
            field("gate", gate.id()),
            field("reason", gate.reason()),
            field("tool", gate.tool()),
            field("args", gate.args()),
            field("deadline", gate.deadline()),
            field("mayDecide", mayDecide),
            field("schema", gate.schema()));
    message
        .withArrayProperty("parts")
        .addObject()
        .put("mediaType", "application/json")
        .set("data", JsonValue.of(data).node());
  }

  private void status(
      TaskState next, @Nullable ObjectNode message, JsonNode event, List<ObjectNode> updates) {
    state = next;
    String time = event.path("at").asString(null);
    at = time == null ? at : Instant.parse(time);
    if (says != null) {
      history.add(says);
    }
    says = message;
    ObjectNode update = node();
    ids(update.putObject("statusUpdate")).set("status", status());
    updates.add(update);
  }

  @Override
  public ObjectNode status() {
    ObjectNode status =
        node()
            .put("state", state.wire())
            .put("timestamp", at.truncatedTo(ChronoUnit.MILLIS).toString());
    return says == null ? status : status.set("message", says);
  }

  /** Returns the update for a piece of the artifact of that message. */
  ObjectNode artifact(String message, String text, boolean append, boolean last) {
    ObjectNode update = node();
    ObjectNode artifact =
        ids(update.putObject("artifactUpdate"))
            .put("append", append)
            .put("lastChunk", last)
            .putObject("artifact");
    text(artifact.put("artifactId", message), text);
    return update;
  }

  private ObjectNode ids(ObjectNode update) {
    return update.put("taskId", task.id()).put("contextId", task.contextId());
  }

  /** Returns the task so far; the reader receives further updates. */
  ObjectNode begin() {
    ObjectNode json = json(Integer.MAX_VALUE, true);
    told = true;
    artifacts.replaceAll((id, text) -> new StringBuilder(0));
    return node().set("task", json);
  }

  /** Returns the task in its public form. */
  ObjectNode json(int historyLength, boolean withArtifacts) {
    ObjectNode json = node().put("id", task.id()).put("contextId", task.contextId());
    json.set("status", status());
    if (withArtifacts && !artifacts.isEmpty()) {
      ArrayNode all = json.putArray("artifacts");
      artifacts.forEach((id, text) -> text(all.addObject().put("artifactId", id), text.toString()));
    }
    int from = Math.max(0, history.size() - historyLength);
    if (from < history.size()) {
      json.putArray("history").addAll(history.subList(from, history.size()));
    }
    if (tokens > 0) {
      json.putObject("metadata").putObject("usage").put("totalTokens", tokens);
    }
    return json;
  }

  private static ObjectNode node() {
    return Json.mapper().createObjectNode();
  }
}
