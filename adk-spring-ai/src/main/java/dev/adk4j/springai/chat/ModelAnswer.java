package dev.adk4j.springai.chat;

import dev.adk4j.event.GenerationStats;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.content.Media;

/**
 * All that one model call gave.
 *
 * @param rawText as it came
 * @param text without the reasoning that was found in it
 * @param reasoning by where it was found, in the order it appeared; blank ones left out
 * @param stats null where the provider said neither what it cost nor why it ended
 * @param replay what has to go back with the tool calls, see {@code ProviderDialect.replayed}
 * @param refused whether the provider says that the text is a refusal
 */
record ModelAnswer(
    String rawText,
    String text,
    Map<String, String> reasoning,
    List<AssistantMessage.ToolCall> toolCalls,
    List<Media> media,
    @Nullable String finishReason,
    @Nullable GenerationStats stats,
    Map<String, Object> replay,
    boolean refused) {

  /** The same, with calls that were found in its text. */
  ModelAnswer withToolCalls(List<AssistantMessage.ToolCall> calls) {
    return new ModelAnswer(
        rawText, text, reasoning, calls, media, finishReason, stats, replay, refused);
  }

  boolean isEmpty() {
    return text.isEmpty() && reasoning.isEmpty() && toolCalls.isEmpty() && media.isEmpty();
  }
}
