package dev.adk4j.web.internal.openai;

import dev.adk4j.client.WaitingGate;
import dev.adk4j.value.Json;
import dev.adk4j.web.internal.protocol.EventFrame;
import dev.adk4j.web.stream.StreamEvent;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

  /** Status of an item whose text is void. */
  private static final String VOID = "incomplete";

  private final Head head;
  private final boolean thoughts;
  private final ArrayNode output = Json.mapper().createArrayNode();
  private final Map<String, ObjectNode> texts = new HashMap<>();
  private String status;
  private int sequence;
  private @Nullable Open open;
  private @Nullable ObjectNode response;

  /**
   * Facts about a response that are known at its beginning.
   *
   * @param model also names the server
   * @param after number of the last event that the client has, of a background response; null for
   *     any other response
   */
  record Head(
      String id,
      long created,
      String model,
      @Nullable String previous,
      @Nullable String conversation,
      @Nullable Long after) {}

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
    this.status = head.after() == null ? "in_progress" : "queued";
  }

  @Override
  public void begin(Out out) throws IOException {
    sendStatus("response.created", out);
    sendStatus("response." + status, out);
  }

  @Override
  public void take(StreamEvent event, Out out) throws IOException {
    if (status.equals("queued")) {
      status = "in_progress";
      sendStatus("response.in_progress", out);
    }
    super.take(event, out);
  }

  @Override
  boolean isBackground() {
    return head.after() != null;
  }

  /** Tells that a text is void by its item's status; the whole response does not contain it. */
  @Override
  void revoke(List<String> ids, Out out) throws IOException {
    if (open != null && ids.contains(open.of())) {
      close(VOID, out);
    }
    ids.stream()
        .map(texts::remove)
        .filter(Objects::nonNull)
        .forEach(item -> item.put("status", VOID));
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
    int number = sequence++;
    if (isNew(number)) {
      of.numbered(number).write(piece, out);
    }
  }

  private boolean isNew(int number) {
    return head.after() == null || number > head.after();
  }

  @Override
  void end(End end, Out out) throws IOException {
    if (!end.others().isEmpty()) {
      text("gates", text(end.others()), out);
    }
    close("completed", out);
    for (WaitingGate gate : end.decidable()) {
      gate(gate, out);
    }
    String reason = end.finishReason();
    boolean cut = !reason.equals("stop");
    status = cut ? "incomplete" : "completed";
    ObjectNode all = response(null);
    if (cut) {
      all.putObject("incomplete_details")
          .put("reason", reason.equals("length") ? "max_output_tokens" : reason);
    }
    ObjectNode usage = usage(end.usage(), "input_tokens", "output_tokens");
    if (usage != null) {
      all.set("usage", usage);
    }
    response = all;
    send("response." + status, node().set("response", all), out);
  }

  /** No event names a canceled response: its stream ends as that of an incomplete one. */
  @Override
  void fail(Failure failure, Out out) throws IOException {
    close("completed", out);
    boolean canceled = isBackground() && failure.code().equals("E_TURN_ABORTED");
    status = canceled ? "cancelled" : "failed";
    response = response(canceled ? null : failure);
    send(
        canceled ? "response.incomplete" : "response.failed",
        node().set("response", response),
        out);
  }

  /** Returns the response so far, if it has not ended. */
  @Override
  ObjectNode whole() {
    return response == null ? response(null) : response;
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
    close("completed", out);
    String id = prefix + of;
    boolean again = output.valueStream().anyMatch(item -> item.path("id").asString("").equals(id));
    Open next = Open.of(of, again ? id + "_" + output.size() : id, thought, output.size());
    open = next;
    added(item(next, "in_progress"), out);
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
    ObjectNode item = item(last, ends);
    texts.put(last.of(), item);
    done(item, out);
    open = null;
  }

  private ObjectNode item(Open of, String itsStatus) {
    String text = of.text().toString();
    ObjectNode item = node().put("id", of.id());
    if (of.thought()) {
      item.put("type", "reasoning").putArray("summary");
      item.putArray("content").addObject().put("type", "reasoning_text").put("text", text);
      return item.put("status", itsStatus);
    }
    item.put("type", "message").put("role", "assistant").put("status", itsStatus);
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

  private ObjectNode response(@Nullable Failure error) {
    ObjectNode all =
        node()
            .put("id", head.id())
            .put("object", "response")
            .put("created_at", head.created())
            .put("status", status)
            .put("model", head.model());
    ArrayNode valid = all.putArray("output");
    output
        .valueStream()
        .filter(item -> !item.path("status").asString("").equals(VOID))
        .forEach(item -> valid.add(item.deepCopy()));
    if (error == null) {
      all.putNull("error");
    } else {
      all.putObject("error")
          .put("code", OpenAiErrors.code(error.code()))
          .put("message", error.message());
    }
    all.putNull("incomplete_details").putNull("instructions").putObject("metadata");
    all.put("background", isBackground());
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

  private void sendStatus(String type, Out out) throws IOException {
    send(type, node().set("response", response(null)), out);
  }

  private void send(String type, JsonNode fields, Out out) throws IOException {
    int number = sequence++;
    if (isNew(number)) {
      ObjectNode event = node().put("type", type).put("sequence_number", number);
      event.setAll((ObjectNode) fields);
      out.text("event: " + type + "\n");
      out.data(event);
    }
  }
}
