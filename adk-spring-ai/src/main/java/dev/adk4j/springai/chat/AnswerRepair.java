package dev.adk4j.springai.chat;

import dev.adk4j.error.AdkException;

/**
 * A wrong answer that is to be given again.
 *
 * @param wrongAnswer as it was given
 * @param text tells the model of it
 * @param problem its fault
 */
record AnswerRepair(String wrongAnswer, String text, AdkException problem) {

  /** Content stays out of logs. */
  @Override
  public String toString() {
    return "AnswerRepair[" + problem.code() + "]";
  }
}
