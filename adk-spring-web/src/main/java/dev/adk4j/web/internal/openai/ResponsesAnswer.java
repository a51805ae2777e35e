package dev.adk4j.web.internal.openai;

import dev.adk4j.client.WaitingGate;
import dev.adk4j.value.Json;
import dev.adk4j.web.internal.protocol.EventFrame;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One turn as a response: as named events, or whole. Calls that wait for a decision are items that
 * the client answers. Used by one thread at a time.
 */
final class ResponsesAnswer extends TurnAnswer {

  private final Head head;
  private final boolean thoughts;
  private final ArrayNode output = Json.mapper().createArrayNode();
  private int sequence;
  private @Nullable Open open;
  private ObjectNode response;

  /** Facts about a response that are known at its beginning; the model also names the server. */
  record Head(
      String id,
      long created,
      String model,
      @Nullable String previous,
      @Nullable String conversation) {}

  /**
   * The item that is being written.
   *
   * @param frame frame of the event of a piece, which ends with its number
   */
  private record Open(String of, String id, boolean thought, StringBuilder text, EventFrame frame) {

    static Open of(String prefix, String of, boolean thought, int index) {
      String id = prefix + of;
      String type = thought ? "response.reasoning_text.delta" : "response.output_text.delta";
      ObjectNode event = node().put("type", type).put("item_id", id).put("output_index", index);
      event.put("content_index", 0).put("delta", "");
      if (!thought) {
        event.putArray("logprobs");
      }
      EventFrame all = EventFrame.of(event, "delta");
      String after = all.after().substring(0, all.after().lastIndexOf('}'));
      return new Open(
          of,
          id,
          thought,
          new StringBuilder(),
          new EventFrame("event: " + type + "\n" + all.before(), after + ",\"sequence_number\":"));
    }

    EventFrame numbered(int number) {
      return new EventFrame(frame.before(), frame.after() + number + "}\n\n");
    }
  }

  ResponsesAnswer(Head head, boolean thoughts, TurnAnswer.Request request) {
    super(request);
    this.head = head;
    this.thoughts = thoughts;
    this.response = response("in_progress", null);
  }

  @Override
  public void begin(Out out) throws IOException {
    send("response.created", node().set("response", response), out);
    send("response.in_progress", node().set("response", response), out);
  }

  @Override
  void text(String message, String piece, Out out) throws IOException {
    delta(open("msg_", message, false, out), piece, out);
  }

  @Override
  void thought(String id, String piece, Out out) throws IOException {
    if (thoughts) {
      delta(open("rs_", id, true, out), piece, out);
    }
  }

  /** Writes a piece without building a tree, because there are many pieces. */
  private void delta(Open of, String piece, Out out) throws IOException {
    of.text().append(piece);
    of.numbered(sequence++).write(piece, out);
  }

  @Override
  void end(End end, Out out) throws IOException {
    if (!end.others().isEmpty()) {
      text("gates", text(end.others()), out);
    }
    close(out);
    for (WaitingGate gate : end.decidable()) {
      gate(gate, out);
    }
    String reason = end.finishReason();
    boolean cut = !reason.equals("stop");
    response = response(cut ? "incomplete" : "completed", null);
    if (cut) {
      response
          .putObject("incomplete_details")
          .put("reason", reason.equals("length") ? "max_output_tokens" : reason);
    }
    ObjectNode usage = usage(end.usage(), "input_tokens", "output_tokens");
    if (usage != null) {
      response.set("usage", usage);
    }
    send(cut ? "response.incomplete" : "response.completed", node().set("response", response), out);
  }

  @Override
  void fail(Failure failure, Out out) throws IOException {
    close(out);
    response = response("failed", failure);
    send("response.failed", node().set("response", response), out);
  }

  @Override
  ObjectNode whole() {
    return response;
  }

  private void gate(WaitingGate gate, Out out) throws IOException {
    ObjectNode item =
        node()
            .put("id", gate.id())
            .put("type", "mcp_approval_request")
            .put("server_label", head.model())
            .put("name", name(gate))
            .put("arguments", gate.args() == null ? "{}" : gate.args().text());
    added(item, out);
    done(item, out);
  }

  private void added(ObjectNode item, Out out) throws IOException {
    ObjectNode event = node().put("output_index", output.size());
    send("response.output_item.added", event.set("item", item), out);
  }

  private void done(ObjectNode item, Out out) throws IOException {
    ObjectNode event = node().put("output_index", output.size());
    output.add(item);
    send("response.output_item.done", event.set("item", item), out);
  }

  /** Returns the open item of that id; if needed, ends the previous item and begins it. */
  private Open open(String prefix, String of, boolean thought, Out out) throws IOException {
    Open now = open;
    if (now != null && now.thought() == thought && now.of().equals(of)) {
      return now;
    }
    close(out);
    Open next = Open.of(prefix, of, thought, output.size());
    open = next;
    added(item(next, "in_progress"), out);
    if (!thought) {
      send("response.content_part.added", place(next).set("part", part("")), out);
    }
    return next;
  }

  private void close(Out out) throws IOException {
    Open last = open;
    if (last == null) {
      return;
    }
    String text = last.text().toString();
    if (last.thought()) {
      send("response.reasoning_text.done", place(last).put("text", text), out);
    } else {
      ObjectNode done = place(last).put("text", text);
      done.putArray("logprobs");
      send("response.output_text.done", done, out);
      send("response.content_part.done", place(last).set("part", part(text)), out);
    }
    done(item(last, "completed"), out);
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

  private ObjectNode place(Open of) {
    return node()
        .put("item_id", of.id())
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
    all.put("previous_response_id", head.previous()).putNull("access_programs");
    if (head.conversation() == null) {
      all.putNull("conversation");
    } else {
      all.putObject("conversation").put("id", head.conversation());
    }
    return all;
  }

  private void send(String type, JsonNode fields, Out out) throws IOException {
    ObjectNode event = node().put("type", type).put("sequence_number", sequence++);
    event.setAll((ObjectNode) fields);
    out.text("event: " + type + "\n");
    out.data(event);
  }
}
