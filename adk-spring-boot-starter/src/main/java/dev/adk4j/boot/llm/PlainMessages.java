package dev.adk4j.boot.llm;

import dev.adk4j.primitive.Message;
import dev.adk4j.prompt.PromptRenderers;

/** Writes what users say without an envelope, and all else as it was. */
record PlainMessages(PromptRenderers below) implements PromptRenderers {

  @Override
  public String message(View<Message> message, Speaker speaker, String from) {
    return speaker == Speaker.USER ? message.body() : below.message(message, speaker, from);
  }
}
