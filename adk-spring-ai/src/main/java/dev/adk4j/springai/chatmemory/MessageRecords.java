package dev.adk4j.springai.chatmemory;

import dev.adk4j.jdbc.ConversationEntry;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.Displayable;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts Spring AI messages to records and back. The text of a user or assistant becomes a
 * message. Data without a field in the message record, such as metadata, becomes the payload of a
 * thought after it, which is never shown to a model. An answered tool call also becomes a tool call
 * record.
 */
final class MessageRecords {

  /** Tag of the payloads, which no executor requests. */
  static final String TAG = "spring-ai-chat-memory";

  private MessageRecords() {}

  /**
   * Returns the records of a message.
   *
   * @param id id of the message record; the others have it as prefix
   * @param calls finds the call that a tool response answers
   */
  static List<Displayable> encode(
      Message message,
      String id,
      Instant at,
      Function<String, AssistantMessage.@Nullable ToolCall> calls) {
    List<Displayable> records = new ArrayList<>();
    ObjectNode rest = MessageJson.write(message);
    String text = message.getText();
    MessageType type = message.getMessageType();
    boolean said = type == MessageType.USER || type == MessageType.ASSISTANT;
    if (said && text != null && !text.isBlank()) {
      rest.remove(List.of("type", "text"));
      records.add(
          type == MessageType.USER
              ? dev.adk4j.primitive.Message.user(id, text, at)
              : dev.adk4j.primitive.Message.assistant(id, text, at));
      if (rest.isEmpty()) {
        return records;
      }
      rest.put("message", id);
    }
    if (message instanceof ToolResponseMessage answers) {
      for (ToolResponseMessage.ToolResponse answer : answers.getResponses()) {
        AssistantMessage.ToolCall call = calls.apply(answer.id());
        records.add(toolCall(id + "-call-" + records.size(), at, answer, call));
      }
    }
    records.add(payload(id + "-rest", at, rest));
    return records;
  }

  static Thought payload(String id, Instant at, ObjectNode payload) {
    return Thought.builder()
        .id(id)
        .content("")
        .identity(TAG)
        .payload(payload)
        .replayCompatibility(TAG)
        .createdAt(at)
        .updatedAt(at)
        .build();
  }

  private static ToolCall toolCall(
      String id,
      Instant at,
      ToolResponseMessage.ToolResponse answer,
      AssistantMessage.@Nullable ToolCall call) {
    JsonValue args = call == null ? JsonValue.of(Map.of()) : MessageJson.args(call.arguments());
    String tool = answer.name().isBlank() ? "unknown" : answer.name();
    return ToolCall.builder()
        .id(id)
        .providerId(answer.id().isBlank() ? null : answer.id())
        .tool(tool)
        .args(args)
        .checksum(Checksum.of(tool, args))
        .isComplete(true)
        .isError(false)
        .results(Tokenizable.of(answer.responseData()))
        .createdAt(at)
        .updatedAt(at)
        .completedAt(at)
        .build();
  }

  /** Returns the messages of the given entries, which must be in order. */
  static List<StoredMessage> decode(int range, List<ConversationEntry> entries) {
    Map<String, StoredMessage> found = new LinkedHashMap<>();
    for (ConversationEntry entry : entries) {
      if (entry instanceof ConversationEntry.Said(long seq, var message)) {
        MessageType type =
            message.role() == MessageRole.USER ? MessageType.USER : MessageType.ASSISTANT;
        Message plain = MessageJson.read(MessageJson.plain(type, message.text()));
        found.put(message.id(), stored(range, seq, seq, plain));
      } else if (entry instanceof ConversationEntry.Reflected(long seq, var thought)
          && payload(thought) instanceof ObjectNode payload
          && !payload.has(Window.MARK)) {
        String id = payload.path("message").asString(Ids.next());
        StoredMessage said = found.get(id);
        if (said != null) {
          payload.put("type", said.message().getMessageType().name());
          payload.put("text", said.message().getText());
        }
        if (payload.has("type")) {
          long from = said == null ? seq : said.from();
          found.put(id, stored(range, from, seq, MessageJson.read(payload)));
        }
      }
    }
    return List.copyOf(found.values());
  }

  private static StoredMessage stored(int range, long from, long to, Message message) {
    return new StoredMessage(range, from, to, message, MessageJson.key(message));
  }

  /** Returns a copy of the payload of this package's thoughts; null for others. */
  static @Nullable ObjectNode payload(Thought thought) {
    return thought.replayCompatibility().filter(TAG::equals).isPresent()
            && thought.payload().map(JsonValue::node).orElse(null) instanceof ObjectNode node
        ? node.deepCopy()
        : null;
  }
}
