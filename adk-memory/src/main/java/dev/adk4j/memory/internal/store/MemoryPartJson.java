package dev.adk4j.memory.internal.store;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.memory.store.MemoryPart;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes message parts as JSON text and reads them, for journals. */
public final class MemoryPartJson {

  private MemoryPartJson() {}

  public static String write(List<MemoryPart> parts) {
    ArrayNode array = Json.mapper().createArrayNode();
    parts.forEach(part -> array.add(node(part)));
    return Json.write(array);
  }

  /** Reads the text of {@link #write}. Throws {@code E_STORAGE_CORRUPT} for other text. */
  public static List<MemoryPart> read(String json) {
    try {
      return array(Json.read(json)).valueStream().map(MemoryPartJson::part).toList();
    } catch (JacksonException | AdkException | IllegalArgumentException e) {
      throw new AdkException(
          AdkErrorCode.E_STORAGE_CORRUPT, "The parts of a captured message cannot be read.", e);
    }
  }

  private static ObjectNode node(MemoryPart part) {
    ObjectNode node = Json.mapper().createObjectNode();
    switch (part) {
      case MemoryPart.Text(String text) -> node.put("text", text);
      case MemoryPart.Reasoning(String text) -> node.put("reasoning", text);
      case MemoryPart.ToolUse use -> {
        node.put("toolUse", use.callId()).put("tool", use.tool());
        node.set("args", use.args().node());
      }
      case MemoryPart.ToolResult result -> {
        node.put("toolResult", result.callId())
            .put("content", result.text())
            .put("isError", result.isError());
        ArrayNode media = node.putArray("media");
        result.media().forEach(item -> media.add(node(item)));
      }
      case MemoryPart.Media media ->
          node.put("mediaId", media.id())
              .put("kind", media.mediaKind())
              .put("mimeType", media.mimeType())
              .put("filename", media.filename());
    }
    return node;
  }

  private static MemoryPart part(JsonNode node) {
    if (node.has("text")) {
      return new MemoryPart.Text(text(node, "text"));
    }
    if (node.has("reasoning")) {
      return new MemoryPart.Reasoning(text(node, "reasoning"));
    }
    if (node.has("toolUse")) {
      if (!node.has("args")) {
        throw new IllegalArgumentException("a tool use has no arguments");
      }
      return new MemoryPart.ToolUse(
          text(node, "toolUse"), text(node, "tool"), JsonValue.of(node.path("args")));
    }
    if (node.has("toolResult")) {
      List<MemoryPart.Media> media =
          array(node.path("media")).valueStream().map(MemoryPartJson::media).toList();
      if (!node.path("isError").isBoolean()) {
        throw new IllegalArgumentException("a tool result has no error flag");
      }
      return new MemoryPart.ToolResult(
          text(node, "toolResult"),
          text(node, "content"),
          node.path("isError").booleanValue(),
          media);
    }
    return media(node);
  }

  private static MemoryPart.Media media(JsonNode node) {
    return new MemoryPart.Media(
        text(node, "mediaId"), text(node, "kind"), text(node, "mimeType"), text(node, "filename"));
  }

  private static String text(JsonNode node, String field) {
    JsonNode value = node.path(field);
    if (!value.isString()) {
      throw new IllegalArgumentException("a part has no text '" + field + "'");
    }
    return value.stringValue();
  }

  private static JsonNode array(JsonNode node) {
    if (!node.isArray()) {
      throw new IllegalArgumentException("an array is missing");
    }
    return node;
  }
}
