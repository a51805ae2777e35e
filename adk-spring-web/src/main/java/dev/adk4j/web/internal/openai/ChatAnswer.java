package dev.adk4j.web.internal.openai;

import dev.adk4j.client.WaitingGate;
import dev.adk4j.web.internal.protocol.EventFrame;
import dev.adk4j.web.internal.protocol.ProtocolGates;
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
final class ChatAnswer extends TurnAnswer {

  private static final String CHUNK = "chat.completion.chunk";

  private final String id;
  private final long created;
  private final ChatRequest chat;
  private final EventFrame textFrame;
  private final EventFrame thoughtFrame;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder thought = new StringBuilder();
  private @Nullable String messageId;
  private @Nullable String finishReason;
  private @Nullable ObjectNode usage;

  ChatAnswer(String id, long created, ChatRequest chat, TurnAnswer.Request request) {
    super(request);
    this.id = id;
    this.created = created;
    this.chat = chat;
    this.textFrame = EventFrame.of(chunk(node().put("content", ""), null), "content");
    this.thoughtFrame =
        EventFrame.of(chunk(node().put("reasoning_content", ""), null), "reasoning_content");
  }

  @Override
  public void begin(Out out) throws IOException {
    out.data(chunk(node().put("role", "assistant").put("content", ""), null));
  }

  @Override
  void text(String message, String piece, Out out) throws IOException {
    String all = messageId == null || messageId.equals(message) ? piece : "\n\n" + piece;
    messageId = message;
    text.append(all);
    textFrame.write(all, out);
  }

  @Override
  void thought(String id, String piece, Out out) throws IOException {
    thought.append(piece);
    thoughtFrame.write(piece, out);
  }

  @Override
  void end(End end, Out out) throws IOException {
    List<WaitingGate> gates = new ArrayList<>(end.decidable());
    gates.addAll(end.others());
    if (!gates.isEmpty()) {
      text("gates", ProtocolGates.told(gates), out);
    }
    finishReason = end.finishReason();
    usage = usage(end.usage(), "prompt_tokens", "completion_tokens");
    out.data(chunk(node(), finishReason));
    if (chat.includeUsage() && usage != null) {
      ObjectNode last = head(CHUNK);
      last.putArray("choices");
      last.set("usage", usage);
      out.data(last);
    }
    out.text("data: [DONE]\n\n");
  }

  @Override
  void fail(Failure failure, Out out) throws IOException {
    out.data(OpenAiErrors.body(failure.code(), failure.status(), failure.message(), null));
  }

  /** Returns the whole completion, after the end. */
  @Override
  ObjectNode whole() {
    ObjectNode whole = head("chat.completion");
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

  private ObjectNode chunk(ObjectNode delta, @Nullable String finishReason) {
    ObjectNode chunk = head(CHUNK);
    ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
    choice.set("delta", delta);
    choice.put("finish_reason", finishReason).putNull("logprobs");
    return chat.includeUsage() ? chunk.putNull("usage") : chunk;
  }

  private ObjectNode head(String object) {
    ObjectNode head = node().put("id", id).put("object", object).put("created", created);
    return head.put("model", chat.model());
  }
}
