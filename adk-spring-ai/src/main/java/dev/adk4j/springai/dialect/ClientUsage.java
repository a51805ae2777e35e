package dev.adk4j.springai.dialect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.genai.JsonSerializable;
import dev.adk4j.value.JsonValue;

/**
 * Reads usage with the classes of the providers' clients, including members unknown to the clients.
 * Separate from the dialects, which work without the clients.
 */
final class ClientUsage {

  private ClientUsage() {}

  static JsonValue openAi(Object usage) {
    return json(com.openai.core.ObjectMappers.jsonMapper(), usage);
  }

  static JsonValue anthropic(Object usage) {
    return json(com.anthropic.core.ObjectMappers.jsonMapper(), usage);
  }

  static JsonValue gemini(Object usage) {
    return JsonValue.parse(JsonSerializable.toJsonString(usage));
  }

  private static JsonValue json(ObjectMapper mapper, Object usage) {
    try {
      return JsonValue.parse(mapper.writeValueAsString(usage));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("The client cannot write its own " + usage.getClass(), e);
    }
  }
}
