package dev.adk4j.springai.chatmemory;

import dev.adk4j.value.JsonValue;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AbstractMessage;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;
import org.springframework.ai.content.MediaContent;
import org.springframework.util.MimeType;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes and reads Spring AI messages as JSON. */
final class MessageJson {

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();
  private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};

  private MessageJson() {}

  static ObjectNode plain(MessageType type, @Nullable String text) {
    return MAPPER.createObjectNode().put("type", type.name()).put("text", text);
  }

  /** Returns type and text, and the message's other fields. */
  static ObjectNode write(Message message) {
    ObjectNode node = plain(message.getMessageType(), message.getText());
    ObjectNode metadata = MAPPER.createObjectNode();
    message.getMetadata().forEach((name, value) -> metadata.set(name, json(value)));
    metadata.remove(AbstractMessage.MESSAGE_TYPE);
    set(node, "metadata", metadata);
    if (message instanceof AssistantMessage assistant) {
      set(node, "toolCalls", MAPPER.valueToTree(assistant.getToolCalls()));
    }
    if (message instanceof ToolResponseMessage answers) {
      set(node, "responses", MAPPER.valueToTree(answers.getResponses()));
    }
    if (message instanceof MediaContent content) {
      ArrayNode media = MAPPER.createArrayNode();
      content.getMedia().forEach(item -> media.add(media(item)));
      set(node, "media", media);
    }
    return node;
  }

  private static void set(ObjectNode node, String name, JsonNode value) {
    if (!value.isEmpty()) {
      node.set(name, value);
    }
  }

  /** Returns the value as JSON; as its text if it has no JSON form. */
  private static JsonNode json(@Nullable Object value) {
    try {
      return MAPPER.readTree(MAPPER.writeValueAsString(value));
    } catch (JacksonException e) {
      return MAPPER.valueToTree(String.valueOf(value));
    }
  }

  private static ObjectNode media(Media media) {
    ObjectNode node =
        MAPPER
            .createObjectNode()
            .put("mimeType", media.getMimeType().toString())
            .put("id", media.getId())
            .put("name", media.getName());
    return media.getData() instanceof byte[] bytes
        ? node.put("data", bytes)
        : node.put("uri", String.valueOf(media.getData()));
  }

  /** Returns a text that is equal for messages that are read as equal. */
  static String key(Message message) {
    return MAPPER.writeValueAsString(MAPPER.treeToValue(write(read(write(message))), Object.class));
  }

  static Message read(ObjectNode node) {
    String text = node.path("text").isString() ? node.path("text").stringValue() : null;
    Map<String, Object> metadata =
        MAPPER.readValue(node.has("metadata") ? node.path("metadata").toString() : "{}", MAP);
    return switch (MessageType.valueOf(node.path("type").stringValue())) {
      case USER -> {
        UserMessage.Builder user = UserMessage.builder().metadata(metadata).media(media(node));
        yield user.text(text == null ? "" : text).build();
      }
      case SYSTEM ->
          SystemMessage.builder().text(text == null ? "" : text).metadata(metadata).build();
      case ASSISTANT ->
          AssistantMessage.builder()
              .content(text)
              .properties(metadata)
              .toolCalls(list(node, "toolCalls", AssistantMessage.ToolCall.class))
              .media(media(node))
              .build();
      case TOOL ->
          ToolResponseMessage.builder()
              .responses(list(node, "responses", ToolResponseMessage.ToolResponse.class))
              .metadata(metadata)
              .build();
    };
  }

  private static <T> List<T> list(ObjectNode node, String name, Class<T> type) {
    return node.path(name).valueStream().map(each -> MAPPER.treeToValue(each, type)).toList();
  }

  private static List<Media> media(ObjectNode node) {
    List<Media> media = new ArrayList<>();
    for (JsonNode each : node.path("media")) {
      Media.Builder builder =
          Media.builder().mimeType(MimeType.valueOf(each.path("mimeType").stringValue()));
      if (each.path("id").isString()) {
        builder.id(each.path("id").stringValue());
      }
      builder.name(each.path("name").stringValue());
      media.add(
          (each.has("data")
                  ? builder.data(each.path("data").binaryValue())
                  : builder.data(URI.create(each.path("uri").stringValue())))
              .build());
    }
    return media;
  }

  /** Returns the arguments of a call; empty if the model sent no JSON object. */
  static JsonValue args(String arguments) {
    try {
      JsonValue args = JsonValue.parse(arguments);
      return args.isObject() ? args : JsonValue.of(Map.of());
    } catch (RuntimeException e) {
      return JsonValue.of(Map.of());
    }
  }
}
