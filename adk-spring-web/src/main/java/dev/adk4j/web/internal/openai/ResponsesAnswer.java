package dev.adk4j.web.internal.openai;

import dev.adk4j.client.WaitingGate;
import dev.adk4j.value.Json;
import dev.adk4j.web.internal.protocol.EventFrame;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import dev.adk4j.web.stream.StreamEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One turn as a response: as named events, or whole. Calls that wait for a decision are items that
 * the client answers. A background response is derived from the stored events alone, so that all
 * its readers receive the same. Used by one thread at a time.
 */
final class ResponsesAnswer extends TurnAnswer {

  private static final String DONE = "completed";

  /** Status of an item whose text is void. */
  private static final String VOID = "incomplete";

  /** Fields of the protocol that have no value here. */
  private static final ObjectNode UNSET =
      (ObjectNode)
          Json.read(
              """
              {"object":"response","error":null,"incomplete_details":null,"instructions":null,
              "metadata":{},"parallel_tool_calls":false,"temperature":null,"top_p":null,
              "tool_choice":"none","tools":[],"access_programs":null,"conversation":null}\
              """);

  private final Head head;
  private final List<Item> output = new ArrayList<>();
  private String status;
  private int sequence;
  private @Nullable Open open;
  private @Nullable ObjectNode response;

  /** Facts about a response that are known at its beginning; the model also names the server. */
  record Head(
      String id,
      long created,
      String model,
      @Nullable String previous,
      @Nullable String conversation) {}

  /**
   * An item of the output.
   *
   * @param of id of its text; empty for a gate
   */
  private record Item(String of, ObjectNode json) {

    boolean has(String field, String value) {
      return json.path(field).asString("").equals(value);
    }
  }

  /**
   * The item that is being written.
   *
   * @param frame frame of the event of a piece, which ends with its number
   */
  private record Open(String of, String id, boolean thought, StringBuilder text, EventFrame frame) {

    static Open of(String of, String id, boolean thought, int index) {
      String type = thought ? "response.reasoning_text.delta" : "response.output_text.delta";
      ObjectNode event = node().put("type", type).put("item_id", id).put("output_index", index);
      event.put("content_index", 0).put("delta", "");
      if (!thought) {
        event.putArray("logprobs");
      }
      EventFrame all = EventFrame.of(event, "delta");
      String before = "event: " + type + "\n" + all.before();
      String after = all.after().substring(0, all.after().lastIndexOf('}'));
      EventFrame frame = new EventFrame(before, after + ",\"sequence_number\":");
      return new Open(of, id, thought, new StringBuilder(), frame);
    }
  }

  ResponsesAnswer(Head head, TurnAnswer.Request request) {
    super(request);
    this.head = head;
    this.status = request.isBackground() ? "queued" : "in_progress";
  }

  @Override
  public void begin(Out out) throws IOException {
    send("response.created", node().set("response", response()), out);
    send("response." + status, node().set("response", response()), out);
  }

  @Override
  public void take(StreamEvent event, Out out) throws IOException {
    if (status.equals("queued")) {
      status = "in_progress";
      send("response.in_progress", node().set("response", response()), out);
    }
    super.take(event, out);
  }

  /** Marks a void text by the status of its item; the whole response does not contain it. */
  @Override
  void revoke(List<String> ids, Out out) throws IOException {
    if (open != null && ids.contains(open.of())) {
      close(VOID, out);
    }
    output.stream()
        .filter(item -> ids.contains(item.of()))
        .forEach(item -> item.json().put("status", VOID));
  }

  @Override
  void text(String message, String piece, Out out) throws IOException {
    delta(open("msg_", message, false, out), piece, out);
  }

  @Override
  void thought(String id, String piece, Out out) throws IOException {
    delta(open("rs_", id, true, out), piece, out);
  }

  /** Writes a piece without building a tree, because there are many pieces. */
  private void delta(Open of, String piece, Out out) throws IOException {
    of.text().append(piece);
    int number = sequence++;
    if (request.isNew(number)) {
      out.quoted(of.frame().before(), piece, of.frame().after() + number + "}\n\n");
    }
  }

  @Override
  void end(End end, Out out) throws IOException {
    if (!end.others().isEmpty()) {
      text("gates", ProtocolGates.told(end.others()), out);
    }
    close(DONE, out);
    for (WaitingGate gate : end.decidable()) {
      gate(gate, out);
    }
    String reason = end.finishReason();
    status = reason.equals("stop") ? "completed" : "incomplete";
    ObjectNode all = response();
    if (status.equals("incomplete")) {
      all.putObject("incomplete_details")
          .put("reason", reason.equals("length") ? "max_output_tokens" : reason);
    }
    ObjectNode usage = usage(end.usage(), "input_tokens", "output_tokens");
    if (usage != null) {
      all.set("usage", usage);
    }
    send("response." + status, node().set("response", all), out);
    response = all;
  }

  /**
   * No event names a canceled response: its stream ends as that of an incomplete one. The codes of
   * failed responses are a closed list, so the type of the error names the cause.
   */
  @Override
  void fail(Failure failure, Out out) throws IOException {
    close(DONE, out);
    boolean canceled = request.isBackground() && failure.code().equals("E_TURN_ABORTED");
    status = canceled ? "cancelled" : "failed";
    ObjectNode all = response();
    if (!canceled) {
      all.putObject("error")
          .put("code", "server_error")
          .put("type", OpenAiErrors.code(failure.code()))
          .put("message", failure.message());
    }
    send("response." + (canceled ? "incomplete" : "failed"), node().set("response", all), out);
    response = all;
  }

  /** Returns the response, so far if it has not ended. */
  @Override
  ObjectNode whole() {
    return response == null ? response() : response;
  }

  private void gate(WaitingGate gate, Out out) throws IOException {
    ObjectNode item = node().put("id", gate.id()).put("type", "mcp_approval_request");
    item.put("server_label", head.model()).put("name", ProtocolGates.name(gate));
    item.put("arguments", gate.args() == null ? "{}" : gate.args().text());
    send("response.output_item.added", index().set("item", item), out);
    done(new Item("", item), out);
  }

  private void done(Item item, Out out) throws IOException {
    send("response.output_item.done", index().set("item", item.json()), out);
    output.add(item);
  }

  private ObjectNode index() {
    return node().put("output_index", output.size());
  }

  /** Returns the open item of that id; if needed, ends the previous item and begins it. */
  private Open open(String prefix, String of, boolean thought, Out out) throws IOException {
    Open now = open;
    if (now != null && now.thought() == thought && now.of().equals(of)) {
      return now;
    }
    close(DONE, out);
    String id = prefix + of;
    boolean again = output.stream().anyMatch(item -> item.has("id", id));
    Open next = Open.of(of, again ? id + "_" + output.size() : id, thought, output.size());
    open = next;
    send("response.output_item.added", index().set("item", item(next, "in_progress")), out);
    if (!thought) {
      send("response.content_part.added", place(next).set("part", part("")), out);
    }
    return next;
  }

  private void close(String ends, Out out) throws IOException {
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
    done(new Item(last.of(), item(last, ends)), out);
    open = null;
  }

  private static ObjectNode item(Open of, String status) {
    String text = of.text().toString();
    ObjectNode item = node().put("id", of.id()).put("status", status);
    if (of.thought()) {
      item.put("type", "reasoning").putArray("summary");
      item.putArray("content").addObject().put("type", "reasoning_text").put("text", text);
      return item;
    }
    ArrayNode content = item.put("type", "message").put("role", "assistant").putArray("content");
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
    return index().put("item_id", of.id()).put("content_index", 0);
  }

  private ObjectNode response() {
    ObjectNode all = UNSET.deepCopy().put("id", head.id()).put("created_at", head.created());
    all.put("status", status).put("model", head.model()).put("background", request.isBackground());
    all.put("previous_response_id", head.previous());
    if (head.conversation() != null) {
      all.putObject("conversation").put("id", head.conversation());
    }
    ArrayNode valid = all.putArray("output");
    output.stream()
        .filter(item -> !item.has("status", VOID))
        .forEach(item -> valid.add(item.json().deepCopy()));
    return all;
  }

  private void send(String type, JsonNode fields, Out out) throws IOException {
    int number = sequence++;
    if (request.isNew(number)) {
      ObjectNode event = node().put("type", type).put("sequence_number", number);
      event.setAll((ObjectNode) fields);
      out.text("event: " + type + "\n");
      out.data(event);
    }
  }
}
