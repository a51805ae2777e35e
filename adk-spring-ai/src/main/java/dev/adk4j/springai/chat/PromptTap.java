package dev.adk4j.springai.chat;

import java.util.List;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * Sees each prompt before it is sent, for development: nothing is redacted, so treat what it gets
 * as secret. What it throws is ignored.
 */
@FunctionalInterface
public interface PromptTap {

  /**
   * @param generationId the same as in {@link AnswerTap}
   * @param messages in Spring AI's form
   * @param options as the request will have them, with the tools that are declared
   */
  void onPrompt(String generationId, List<Message> messages, ChatOptions options, boolean streamed);

  /** Lets another see it too, whatever this one throws. */
  default PromptTap andThen(PromptTap next) {
    return (id, messages, options, streamed) ->
        Taps.both(
            () -> onPrompt(id, messages, options, streamed),
            () -> next.onPrompt(id, messages, options, streamed));
  }
}
