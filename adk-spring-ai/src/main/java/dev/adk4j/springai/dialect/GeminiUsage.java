package dev.adk4j.springai.dialect;

import com.google.genai.JsonSerializable;
import dev.adk4j.value.JsonValue;

/** Reads usage with Google's classes. Separate from the dialect, which works without them. */
final class GeminiUsage {

  private GeminiUsage() {}

  static JsonValue json(Object usage) {
    return JsonValue.parse(JsonSerializable.toJsonString(usage));
  }
}
