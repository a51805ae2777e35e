package dev.adk4j.memory.store;

/**
 * Language model that extracts facts. Called outside of turns, on virtual threads.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface ExtractionModel {

  /** Returns the model's answer to one user message. Blocks; an exception fails the save. */
  String complete(String systemPrompt, String userText) throws Exception;
}
