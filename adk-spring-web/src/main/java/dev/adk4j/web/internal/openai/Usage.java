package dev.adk4j.web.internal.openai;

import dev.adk4j.value.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Token counts in the two forms; null if the model reported none. */
final class Usage {

  private Usage() {}

  static @Nullable ObjectNode ofChat(JsonNode usage) {
    return of(usage, "prompt_tokens", "completion_tokens");
  }

  static @Nullable ObjectNode ofResponse(JsonNode usage) {
    return of(usage, "input_tokens", "output_tokens");
  }

  private static @Nullable ObjectNode of(JsonNode usage, String in, String out) {
    long prompt = usage.path("promptTokens").asLong(0);
    long completion = usage.path("completionTokens").asLong(0);
    long total = usage.path("totalTokens").asLong(prompt + completion);
    if (total == 0) {
      return null;
    }
    ObjectNode counted =
        Json.mapper()
            .createObjectNode()
            .put(in, prompt)
            .put(out, completion)
            .put("total_tokens", total);
    counted
        .putObject(in + "_details")
        .put("cached_tokens", usage.path("cacheReadTokens").asLong(0))
        .put("cache_write_tokens", usage.path("cacheWriteTokens").asLong(0));
    counted
        .putObject(out + "_details")
        .put("reasoning_tokens", usage.path("reasoningTokens").asLong(0));
    return counted;
  }
}
