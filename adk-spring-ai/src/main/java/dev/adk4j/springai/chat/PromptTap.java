package dev.adk4j.springai.chat;

import java.util.List;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * Receives each prompt before it is sent, for development. Nothing is redacted, so treat the
 * content as secret. Exceptions are ignored. Must be thread-safe.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface PromptTap {

  /**
   * Receives a prompt.
   *
   * @param generationId id of the generation, as in {@link AnswerTap}
   * @param messages Spring AI's messages
   * @param options options of the request with the declared tools
   */
  void onPrompt(String generationId, List<Message> messages, ChatOptions options, boolean streamed);

  /**
   * Returns a tap that calls this one, then another. The other is also called if this one fails.
   */
  default PromptTap andThen(PromptTap next) {
    return (id, messages, options, streamed) ->
        Taps.both(
            () -> onPrompt(id, messages, options, streamed),
            () -> next.onPrompt(id, messages, options, streamed));
  }
}
