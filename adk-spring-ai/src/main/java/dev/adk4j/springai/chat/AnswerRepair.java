package dev.adk4j.springai.chat;

import dev.adk4j.error.AdkException;

/**
 * Invalid answer to correct.
 *
 * @param wrongAnswer the original answer
 * @param text message that describes the problem to the model
 * @param problem the problem
 */
record AnswerRepair(String wrongAnswer, String text, AdkException problem) {

  /** Content must not appear in logs. */
  @Override
  public String toString() {
    return "AnswerRepair[" + problem.code() + "]";
  }
}
