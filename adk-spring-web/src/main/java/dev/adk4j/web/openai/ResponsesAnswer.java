package dev.adk4j.web.openai;

import dev.adk4j.client.WaitingGate;
import dev.adk4j.value.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One turn as a response: as named events, or whole. Calls that wait for a decision are items that
 * the client answers. Used by one thread at a time.
 */
final class ResponsesAnswer implements TurnAnswer {

  private final Head head;
  private final boolean thoughts;
  private final Lines out;
  private final ArrayNode output = Json.mapper().createArrayNode();
  private int sequence;
  private @Nullable Open open;
  private ObjectNode response;

  /**
   * Facts about a response that are known from its beginning.
   *
   * @param server how the door calls itself in requests for an approval
   */
  record Head(
      String id,
      long created,
      String model,
      String server,
      @Nullable String previous,
      @Nullable String conversation) {}

  /** The item that is being written. */
  private record Open(String id, boolean thought, StringBuilder text) {}

  ResponsesAnswer(Head head, boolean thoughts, Lines out) {
    this.head = head;
    this.thoughts = thoughts;
    this.out = out;
    this.response = response("in_progress", null);
  }

  @Override
  public void begin() {
    send("response.created", node().set("response", response));
    send("response.in_progress", node().set("response", response));
  }

  @Override
  public void text(String message, String piece) {
    StringBuilder text = open("msg_" + message, false).text();
    text.append(piece);
    ObjectNode delta = place().put("delta", piece);
    delta.putArray("logprobs");
    send("response.output_text.delta", delta);
  }

  @Override
  public void thought(String id, String piece) {
    if (thoughts) {
      open("rs_" + id, true).text().append(piece);
      send("response.reasoning_text.delta", place().put("delta", piece));
    }
  }

  @Override
  public void end(End end) {
    if (!end.others().isEmpty()) {
      text("gates", OpenGates.text(end.others()));
    }
    close();
    end.decidable().forEach(this::gate);
    String reason = end.finishReason();
    boolean cut = !reason.equals("stop");
    response = response(cut ? "incomplete" : "completed", null);
    if (cut) {
      response
          .putObject("incomplete_details")
          .put("reason", reason.equals("length") ? "max_output_tokens" : reason);
    }
    ObjectNode usage = Usage.ofResponse(end.usage());
    if (usage != null) {
      response.set("usage", usage);
    }
    send(cut ? "response.incomplete" : "response.completed", node().set("response", response));
  }

  @Override
  public void fail(Failure failure) {
    close();
    response = response("failed", failure);
    send("response.failed", node().set("response", response));
  }

  @Override
  public ObjectNode whole() {
    return response;
  }

  private void gate(WaitingGate gate) {
    ObjectNode item =
        node()
            .put("id", gate.id())
            .put("type", "mcp_approval_request")
            .put("server_label", head.server())
            .put("name", OpenGates.name(gate))
            .put("arguments", gate.args() == null ? "{}" : gate.args().text());
    int index = output.size();
    send(
        "response.output_item.added",
        node().put("output_index", index).set("item", item.deepCopy()));
    output.add(item);
    send("response.output_item.done", node().put("output_index", index).set("item", item));
  }

  /** Returns the open item of that id; ends the one before it and begins it if need be. */
  private Open open(String id, boolean thought) {
    Open now = open;
    if (now != null && now.id().equals(id)) {
      return now;
    }
    close();
    Open next = new Open(id, thought, new StringBuilder());
    open = next;
    send(
        "response.output_item.added",
        node().put("output_index", output.size()).set("item", item(next, "in_progress")));
    if (!thought) {
      send("response.content_part.added", place().set("part", part("")));
    }
    return next;
  }

  private void close() {
    Open last = open;
    if (last == null) {
      return;
    }
    String text = last.text().toString();
    if (last.thought()) {
      send("response.reasoning_text.done", place().put("text", text));
    } else {
      ObjectNode done = place().put("text", text);
      done.putArray("logprobs");
      send("response.output_text.done", done);
      send("response.content_part.done", place().set("part", part(text)));
    }
    ObjectNode item = item(last, "completed");
    int index = output.size();
    output.add(item);
    send("response.output_item.done", node().put("output_index", index).set("item", item));
    open = null;
  }

  private ObjectNode item(Open of, String status) {
    String text = of.text().toString();
    ObjectNode item = node().put("id", of.id());
    if (of.thought()) {
      item.put("type", "reasoning").putArray("summary");
      item.putArray("content").addObject().put("type", "reasoning_text").put("text", text);
      return item.put("status", status);
    }
    item.put("type", "message").put("role", "assistant").put("status", status);
    ArrayNode content = item.putArray("content");
    if (!text.isEmpty()) {
      content.add(part(text));
    }
    return item;
  }

  private static ObjectNode part(String text) {
    ObjectNode part = node().put("type", "output_text").put("text", text);
    part.putArray("annotations");
    part.putArray("logprobs");
    return part;
  }

  private ObjectNode place() {
    Open now = open;
    return node()
        .put("item_id", now == null ? "" : now.id())
        .put("output_index", output.size())
        .put("content_index", 0);
  }

  private ObjectNode response(String status, @Nullable Failure error) {
    ObjectNode all =
        node()
            .put("id", head.id())
            .put("object", "response")
            .put("created_at", head.created())
            .put("status", status)
            .put("model", head.model());
    all.set("output", output.deepCopy());
    if (error == null) {
      all.putNull("error");
    } else {
      all.putObject("error")
          .put("code", OpenAiErrors.code(error.code()))
          .put("message", error.message());
    }
    all.putNull("incomplete_details").putNull("instructions").putObject("metadata");
    all.put("parallel_tool_calls", false).putNull("temperature").putNull("top_p");
    all.put("tool_choice", "none").putArray("tools");
    all.put("previous_response_id", head.previous()).put("store", true);
    if (head.conversation() == null) {
      all.putNull("conversation");
    } else {
      all.putObject("conversation").put("id", head.conversation());
    }
    return all.putNull("usage");
  }

  private void send(String type, JsonNode fields) {
    ObjectNode event = node().put("type", type).put("sequence_number", sequence++);
    event.setAll((ObjectNode) fields);
    out.line(type, Json.write(event));
  }

  private static ObjectNode node() {
    return Json.mapper().createObjectNode();
  }
}
