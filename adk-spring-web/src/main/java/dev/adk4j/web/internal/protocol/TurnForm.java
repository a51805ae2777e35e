package dev.adk4j.web.internal.protocol;

import dev.adk4j.value.Json;
import dev.adk4j.web.stream.StreamEvent;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Form of a protocol that shows all of a turn: texts, tool calls and gates, in steps. Every text
 * and step that was begun is ended.
 */
public abstract class TurnForm implements ProtocolForm {

  protected final ProtocolGates gates;

  /** Calls that the client has. */
  protected final Set<String> known;

  /** References of gates by their id within the turn. */
  private final Map<String, String> refs = new HashMap<>();

  /** Texts in progress: the name of their events, and their id. */
  private final Set<String> open = new LinkedHashSet<>();

  private OpenText writing = OpenText.none();
  private int steps;
  private boolean inStep;
  private boolean called;

  /** The turn's error; null if there is none. */
  protected @Nullable JsonNode error;

  /** Token counts of the turn; null if the model reported none. */
  protected @Nullable JsonNode usage;

  /** Status of the turn's end; empty before it. */
  protected String status = "";

  protected TurnForm(ProtocolGates gates, Set<String> known) {
    this.gates = gates;
    this.known = new HashSet<>(known);
  }

  /** Called before each event with the id of the turn; null if the event has none. */
  protected abstract void turn(@Nullable String turnId, Out out) throws IOException;

  protected abstract void startStep(int number, Out out) throws IOException;

  protected abstract void endStep(int number, Out out) throws IOException;

  /** Begins the text of a message or thought, by the name of its events. */
  protected abstract void startText(String name, String id, Out out) throws IOException;

  /** Returns the event for a piece of the text, with an empty {@code delta}. */
  protected abstract Object delta(String name, String id);

  protected abstract void endText(String name, String id, Out out) throws IOException;

  /** Shows a call that the client does not have. */
  protected abstract void call(String id, String tool, JsonNode args, Out out) throws IOException;

  protected abstract void result(String callId, JsonNode call, Out out) throws IOException;

  protected abstract void gate(JsonNode gate, Out out) throws IOException;

  /** Shows the decision about a gate. */
  protected abstract void decided(String ref, ProtocolGates.Decided made, Out out)
      throws IOException;

  /** Called for all other events of a turn. */
  protected abstract void other(String name, JsonNode data, Out out) throws IOException;

  @Override
  public final void event(String name, JsonNode data, Out out) throws IOException {
    turn(data.path("turnId").asString(null), out);
    switch (name) {
      case "message", "thought" -> text(name, data, out);
      case "toolCall" -> toolCall(data, out);
      case "turnGateOpen" -> {
        if (data.has("ref")) {
          refs.put(data.path("gateId").asString(""), data.path("ref").asString());
        }
        gate(data, out);
      }
      case "turnGateClosed" -> {
        String ref = refs.get(data.path("gateId").asString(""));
        if (ref != null) {
          decided(ref, out);
        }
      }
      case "error" -> error = data;
      case "end" -> {
        status = data.path("status").asString("");
        usage = data.path("usage").isObject() ? data.path("usage") : null;
      }
      default -> other(name, data, out);
    }
  }

  @Override
  public final void piece(String name, StreamEvent.Piece piece, Out out) throws IOException {
    if (!writing.takes(name, piece, out)) {
      event(name, piece.json(), out);
    }
  }

  @Override
  public final void gone(String code, String meaning, Out out) {
    error = Json.mapper().createObjectNode().put("code", code).put("message", meaning);
  }

  /** Returns true if the client has the text already. */
  protected boolean has(String id) {
    return false;
  }

  /** Shows the decision about the gate if there is one. */
  protected final void decided(String ref, Out out) throws IOException {
    ProtocolGates.Decided made = gates.decided(ref).orElse(null);
    if (made != null) {
      decided(ref, made, out);
    }
  }

  /** Returns the fields by which protocols without their own show a decision. */
  protected static Map<String, Object> shown(String ref, ProtocolGates.Decided made) {
    return ProtocolForm.fields(
        ProtocolForm.field("ref", ref),
        ProtocolForm.field("state", made.state()),
        ProtocolForm.field("approved", made.approved()),
        ProtocolForm.field("by", made.by()),
        ProtocolForm.field("channel", made.channel()));
  }

  private void text(String name, JsonNode data, Out out) throws IOException {
    String id = data.path("id").asString();
    if (has(id)) {
      return;
    }
    String key = name + " " + id;
    boolean over = data.path("complete").booleanValue() || data.path("partial").asBoolean(false);
    String delta = data.path("delta").asString("");
    if (!open.contains(key)) {
      delta = delta.isEmpty() && over ? data.path("full").asString("") : delta;
      if (delta.isEmpty()) {
        return;
      }
      step(out);
      open.add(key);
      startText(name, id, out);
    }
    if (!delta.isEmpty()) {
      writing = new OpenText(name, id, EventFrame.of(delta(name, id), "delta"));
      writing.frame().write(delta, out);
    }
    if (over) {
      writing = OpenText.none();
      open.remove(key);
      endText(name, id, out);
    }
  }

  private void toolCall(JsonNode call, Out out) throws IOException {
    String id = call.path("id").asString();
    String tool = call.path("tool").asString("");
    if (!known.contains(id) && !tool.isEmpty() && call.has("args")) {
      announce(id, tool, call.path("args"), out);
    }
    if (call.path("complete").booleanValue() && known.contains(id)) {
      called = inStep;
      result(id, call, out);
    }
  }

  /** Shows a call; the client then has it. */
  protected final void announce(String id, String tool, JsonNode args, Out out) throws IOException {
    step(out);
    known.add(id);
    call(id, tool, args, out);
  }

  /** Returns the results of a call as one text. */
  public static String text(JsonNode results) {
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

  /** Begins a step, unless one has begun in which no call has a result yet. */
  private void step(Out out) throws IOException {
    if (called) {
      endStep(out);
    }
    if (!inStep) {
      inStep = true;
      startStep(++steps, out);
    }
  }

  private void endStep(Out out) throws IOException {
    called = false;
    if (inStep) {
      inStep = false;
      endStep(steps, out);
    }
  }

  /** Ends the texts and the step that were begun. */
  protected final void endOpen(Out out) throws IOException {
    for (String key : open) {
      int at = key.indexOf(' ');
      endText(key.substring(0, at), key.substring(at + 1), out);
    }
    endStep(out);
  }
}
