package dev.adk4j.memory.store;

/** A language model that distils facts; called beside any turn, on virtual threads. */
@FunctionalInterface
public interface ExtractionModel {

  /**
   * Answers one user message. Blocking; what it throws fails the save, which is tried again.
   *
   * @return the model's text
   */
  String complete(String systemPrompt, String userText) throws Exception;
}
