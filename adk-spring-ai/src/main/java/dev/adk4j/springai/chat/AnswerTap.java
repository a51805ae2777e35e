package dev.adk4j.springai.chat;

import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;

/**
 * Sees each answer as it was received, for development: nothing is redacted, so treat what it gets
 * as secret. What it throws is ignored.
 */
@FunctionalInterface
public interface AnswerTap {

  /**
   * @param generationId the same as in {@link PromptTap}
   * @param rawText as it came
   * @param text without the reasoning that was found in it
   * @param toolCalls those that were found in the text included
   */
  void onAnswer(
      String generationId,
      String rawText,
      String text,
      List<String> reasoning,
      List<AssistantMessage.ToolCall> toolCalls,
      boolean streamed);

  /** Lets another see it too, whatever this one throws. */
  default AnswerTap andThen(AnswerTap next) {
    return (id, rawText, text, reasoning, toolCalls, streamed) ->
        Taps.both(
            () -> onAnswer(id, rawText, text, reasoning, toolCalls, streamed),
            () -> next.onAnswer(id, rawText, text, reasoning, toolCalls, streamed));
  }
}
