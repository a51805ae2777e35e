package dev.adk4j.web.internal.openai;

import dev.adk4j.primitive.Message;
import tools.jackson.databind.JsonNode;

/**
 * Body of {@code POST /v1/chat/completions}: the agent and the user's new message. Earlier messages
 * are the client's copy of the history and are not read. The agent defines its own sampling
 * options.
 */
record ChatRequest(String model, Message message, boolean stream, boolean includeUsage) {

  static ChatRequest read(JsonNode body) {
    RequestRules.check(body);
    RequestRules.refuse(body, "logprobs", "Log probabilities are not supported.");
    RequestRules.refuse(body, "audio", "Only text is supported.");
    JsonNode n = body.path("n");
    if (!RequestRules.absent(n) && n.asDouble(0) != 1) {
      throw OpenAiErrors.unsupported("n", "n must be 1.");
    }
    if (body.path("modalities").valueStream().anyMatch(one -> !one.asString("").equals("text"))) {
      throw OpenAiErrors.unsupported("modalities", "Only text is supported.");
    }
    JsonNode messages = body.path("messages");
    if (!messages.isArray() || messages.isEmpty()) {
      throw OpenAiErrors.invalid("messages", "messages must be a list that is not empty.");
    }
    JsonNode last = RequestRules.last(messages);
    if (!last.path("role").asString("").equals("user")) {
      throw OpenAiErrors.unsupported(
          "messages",
          "The last message must be a user message. Tools of an agent run on the server.");
    }
    return new ChatRequest(
        RequestRules.model(body),
        UserContent.read(last.path("content"), "messages"),
        RequestRules.flag(body, "stream"),
        RequestRules.flag(body.path("stream_options"), "include_usage"));
  }
}
