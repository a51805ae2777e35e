package dev.adk4j.springai.chat;

import org.springframework.ai.chat.model.ChatResponse;

/** What the thread that runs a dispatch hears of a model call. */
sealed interface ModelSignal {

  /** A chunk of a stream, or the whole response. */
  record Chunk(ChatResponse response) implements ModelSignal {}

  record Failed(Throwable thrown) implements ModelSignal {}

  record Completed() implements ModelSignal {}

  record Aborted() implements ModelSignal {}
}
