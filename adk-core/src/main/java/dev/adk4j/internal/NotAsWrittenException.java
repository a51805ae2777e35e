package dev.adk4j.internal;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.exc.InvalidFormatException;

/**
 * Rejects a text that is not in the single form of its type; the message names the expected form.
 */
final class NotAsWrittenException extends InvalidFormatException {

  private static final long serialVersionUID = 1L;

  NotAsWrittenException(JsonParser parser, String words, String text, Class<?> type) {
    super(parser, words, text, type);
  }
}
