package dev.adk4j.memory.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Extracts facts from messages. One instance serves concurrent saves.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface Extractor {

  /**
   * Returns the facts worth remembering. An empty list is a success and completes these messages.
   * An exception fails the save; the next attempt gets these messages and later ones.
   *
   * @param messages filtered, in order, not empty
   */
  List<ExtractedFact> extract(List<MemoryMessage> messages, ExtractionContext context)
      throws Exception;

  /**
   * Describes the conversation that messages come from.
   *
   * @param defaultModel the manager's model, or null if it has none
   */
  record ExtractionContext(
      MemoryConversation conversation, @Nullable ExtractionModel defaultModel) {}
}
