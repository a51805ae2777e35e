package dev.adk4j.springai.dialect;

import com.anthropic.core.ObjectMappers;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.adk4j.value.JsonValue;

/** Reads usage with Anthropic's classes. Separate from the dialect, which works without them. */
final class AnthropicUsage {

  private AnthropicUsage() {}

  /** Returns the usage as the provider sent it, including members unknown to the client. */
  static JsonValue json(Object usage) {
    try {
      return JsonValue.parse(ObjectMappers.jsonMapper().writeValueAsString(usage));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("The client cannot write its own " + usage.getClass(), e);
    }
  }
}
