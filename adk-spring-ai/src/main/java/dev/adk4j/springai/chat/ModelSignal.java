package dev.adk4j.springai.chat;

import org.springframework.ai.chat.model.ChatResponse;

/** Signal of a model call to the dispatch's thread. */
sealed interface ModelSignal {

  /** Chunk of a stream, or the whole response. */
  record Chunk(ChatResponse response) implements ModelSignal {}

  record Failed(Throwable thrown) implements ModelSignal {}

  record Completed() implements ModelSignal {}

  record Aborted() implements ModelSignal {}
}
