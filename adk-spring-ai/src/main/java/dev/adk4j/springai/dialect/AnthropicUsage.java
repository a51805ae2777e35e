package dev.adk4j.springai.dialect;

import com.anthropic.core.ObjectMappers;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.adk4j.value.JsonValue;

/** Apart from the dialect, which is there without Anthropic's classes. */
final class AnthropicUsage {

  private AnthropicUsage() {}

  /** As it came over the wire, also what the client has no name for. */
  static JsonValue json(Object usage) {
    try {
      return JsonValue.parse(ObjectMappers.jsonMapper().writeValueAsString(usage));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("The client cannot write its own " + usage.getClass(), e);
    }
  }
}
