package dev.adk4j.memory.store;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.memory.internal.Metadata;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Extracts facts from messages. Must be thread-safe.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface Extractor {

  /**
   * Returns the facts worth remembering. An empty list is a success and completes these messages.
   * An exception fails the save; the next attempt receives these messages and later ones.
   *
   * @param messages filtered, in order, not empty
   */
  List<ExtractedFact> extract(List<MemoryMessage> messages, ExtractionContext context)
      throws Exception;

  /**
   * Describes the conversation of the messages.
   *
   * @param defaultModel the manager's model; null if it has none
   */
  record ExtractionContext(
      MemoryConversation conversation, @Nullable ExtractionModel defaultModel) {}

  /** Fact to remember. Immutable. */
  record ExtractedFact(String content, Map<String, @Nullable Object> metadata) {

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
}
