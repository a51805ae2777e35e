package dev.adk4j.memory.store;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.memory.internal.Metadata;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One fact to remember. Immutable. */
public record ExtractedFact(String content, Map<String, @Nullable Object> metadata) {

  public ExtractedFact {
    Violations violations = new Violations().required(content, "$.content");
    metadata = Metadata.copy(metadata, "$.metadata", violations);
    violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  public static ExtractedFact of(String content) {
    return new ExtractedFact(content, Map.of());
  }

  @Override
  public String toString() {
    return "ExtractedFact[" + content.length() + " characters]";
  }
}
