package dev.adk4j.boot.llm;

import dev.adk4j.value.Json;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Events of messages. The client loses a call without an id or an end, and early arguments. */
final class AnthropicEvents extends ProviderEvents {

  private @Nullable ObjectNode open;
  private JsonNode input = JsonNodeFactory.instance.objectNode();

  AnthropicEvents(BufferedSource stream) {
    super(stream, "error");
  }

  @Override
  void event(String name, @Nullable JsonNode json, String data) {
    String type = json == null ? name : json.path("type").asString(name);
    if (type.equals("error") || (json != null && type.isEmpty())) {
      fail(NoAnswer.told(data));
    } else if (json instanceof ObjectNode event) {
      read(type, event);
    } else if (!ended && name.isEmpty()) {
      send("", data);
    }
  }

  private void read(String type, ObjectNode event) {
    switch (type) {
      case "message_start" -> usage(object(event, "message"));
      case "content_block_start" -> {
        seal();
        open = event;
        ObjectNode block = object(event, "content_block");
        if (block.has("name")) {
          name(block, event.path("index").asInt());
          input = block.path("input");
          block.putObject("input");
        }
      }
      case "content_block_delta" -> {
        if (event.at("/delta/partial_json").isNull()) {
          object(event, "delta").put("partial_json", "");
        }
        if (!event.at("/delta/partial_json").asString("").isEmpty()) {
          input = event.objectNode();
        }
      }
      case "message_delta" -> {
        seal();
        usage(event);
        ended |= !event.at("/delta/stop_reason").asString("").isBlank();
      }
      case "message_stop" -> {
        seal();
        ended = true;
      }
      default -> {}
    }
    if (type.equals("content_block_stop") && open != null) {
      seal();
    } else {
      send(type, Json.write(event));
    }
  }

  /** Ends the open block, after the arguments that came with its start. */
  private void seal() {
    if (open != null) {
      ObjectNode event = open.objectNode();
      event.set("index", open.path("index"));
      if (!input.isEmpty()) {
        ObjectNode delta = event.putObject("delta").put("type", "input_json_delta");
        delta.put("partial_json", Json.write(input));
        send("content_block_delta", Json.write(event.put("type", "content_block_delta")));
      }
      send("content_block_stop", Json.write(event.put("type", "content_block_stop")));
    }
    open = null;
    input = JsonNodeFactory.instance.objectNode();
  }

  @Override
  void whole(ObjectNode message) {
    usage(message);
    JsonNode content = message.path("content");
    if (content.isString()) {
      message.putArray("content").addObject().put("type", "text").set("text", content);
    }
    for (int i = 0; i < content.size(); i++) {
      if (content.get(i) instanceof ObjectNode block && block.has("name")) {
        name(block, i);
      }
    }
  }

  private static void usage(ObjectNode owner) {
    if (!owner.path("usage").isObject()) {
      owner.putObject("usage").put("input_tokens", 0).put("output_tokens", 0);
    }
  }
}
