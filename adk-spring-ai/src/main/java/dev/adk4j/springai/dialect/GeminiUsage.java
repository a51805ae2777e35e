package dev.adk4j.springai.dialect;

import com.google.genai.JsonSerializable;
import dev.adk4j.value.JsonValue;

/** Apart from the dialect, which is there without Google's classes. */
final class GeminiUsage {

  private GeminiUsage() {}

  static JsonValue json(Object usage) {
    return JsonValue.parse(JsonSerializable.toJsonString(usage));
  }
}
