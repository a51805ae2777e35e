package dev.adk4j.web.internal.openai;

import dev.adk4j.client.WaitingGate;
import dev.adk4j.value.Json;
import dev.adk4j.web.internal.protocol.EventFrame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One turn as a chat completion: in chunks, or whole. Tool calls are not reported, since clients
 * would run them. Calls that wait for a decision are named in the text. Used by one thread at a
 * time.
 */
final class ChatAnswer implements TurnAnswer {

  private final String id;
  private final long created;
  private final String model;
  private final boolean includeUsage;
  private final boolean thoughts;
  private final Lines out;
  private final EventFrame textFrame;
  private final EventFrame thoughtFrame;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder thought = new StringBuilder();
  private @Nullable String messageId;
  private @Nullable String finishReason;
  private @Nullable ObjectNode usage;

  /**
   * @param thoughts true to include the model's reasoning
   * @param out receives the lines of the stream; ignores them for a whole answer
   */
  ChatAnswer(String id, long created, ChatRequest request, boolean thoughts, Lines out) {
    this.id = id;
    this.created = created;
    this.model = request.model();
    this.includeUsage = request.includeUsage();
    this.thoughts = thoughts;
    this.out = out;
    this.textFrame = EventFrame.of(chunk(node().put("content", ""), null), "content");
    this.thoughtFrame =
        EventFrame.of(chunk(node().put("reasoning_content", ""), null), "reasoning_content");
  }

  @Override
  public void begin() throws IOException {
    delta(node().put("role", "assistant").put("content", ""), null);
  }

  @Override
  public void text(String message, String piece) throws IOException {
    String all = messageId == null || messageId.equals(message) ? piece : "\n\n" + piece;
    messageId = message;
    text.append(all);
    out.text(textFrame, all);
  }

  @Override
  public void thought(String id, String piece) throws IOException {
    if (thoughts) {
      thought.append(piece);
      out.text(thoughtFrame, piece);
    }
  }

  @Override
  public void end(End end) throws IOException {
    List<WaitingGate> gates = new ArrayList<>(end.decidable());
    gates.addAll(end.others());
    if (!gates.isEmpty()) {
      text("gates", OpenGates.text(gates));
    }
    finishReason = end.finishReason();
    usage = Usage.ofChat(end.usage());
    delta(node(), finishReason);
    if (includeUsage && usage != null) {
      ObjectNode last = chunk();
      last.putArray("choices");
      last.set("usage", usage);
      out.event(null, last);
    }
    out.done();
  }

  @Override
  public void fail(Failure failure) throws IOException {
    ObjectNode error = OpenAiErrors.body(failure.code(), failure.status(), failure.message(), null);
    out.event(null, error);
  }

  /** Returns the whole completion, after the end. */
  @Override
  public ObjectNode whole() {
    ObjectNode whole =
        node()
            .put("id", id)
            .put("object", "chat.completion")
            .put("created", created)
            .put("model", model);
    ObjectNode choice = whole.putArray("choices").addObject().put("index", 0);
    ObjectNode message =
        choice.putObject("message").put("role", "assistant").put("content", text.toString());
    message.putNull("refusal");
    if (!thought.isEmpty()) {
      message.put("reasoning_content", thought.toString());
    }
    choice.put("finish_reason", finishReason).putNull("logprobs");
    if (usage != null) {
      whole.set("usage", usage);
    }
    return whole;
  }

  private void delta(ObjectNode delta, @Nullable String finishReason) throws IOException {
    out.event(null, chunk(delta, finishReason));
  }

  private ObjectNode chunk(ObjectNode delta, @Nullable String finishReason) {
    ObjectNode chunk = chunk();
    ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
    choice.set("delta", delta);
    choice.put("finish_reason", finishReason).putNull("logprobs");
    return includeUsage ? chunk.putNull("usage") : chunk;
  }

  private ObjectNode chunk() {
    return node()
        .put("id", id)
        .put("object", "chat.completion.chunk")
        .put("created", created)
        .put("model", model);
  }

  private static ObjectNode node() {
    return Json.mapper().createObjectNode();
  }
}
