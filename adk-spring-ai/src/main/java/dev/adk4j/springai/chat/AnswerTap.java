package dev.adk4j.springai.chat;

import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;

/**
 * Receives each answer as the provider sent it, for development. Nothing is redacted, so treat the
 * content as secret. Exceptions are ignored. Must be thread-safe.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface AnswerTap {

  /**
   * Receives an answer.
   *
   * @param generationId id of the generation, as in {@link PromptTap}
   * @param rawText text as the provider sent it
   * @param text text without reasoning
   * @param toolCalls tool calls, including those found in the text
   */
  void onAnswer(
      String generationId,
      String rawText,
      String text,
      List<String> reasoning,
      List<AssistantMessage.ToolCall> toolCalls,
      boolean streamed);

  /**
   * Returns a tap that calls this one, then another. The other is also called if this one fails.
   */
  default AnswerTap andThen(AnswerTap next) {
    return (id, rawText, text, reasoning, toolCalls, streamed) ->
        Taps.both(
            () -> onAnswer(id, rawText, text, reasoning, toolCalls, streamed),
            () -> next.onAnswer(id, rawText, text, reasoning, toolCalls, streamed));
  }
}
