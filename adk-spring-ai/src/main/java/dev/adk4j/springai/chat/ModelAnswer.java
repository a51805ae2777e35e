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
 * @param reasoning by where it was found, in the order it appeared; blank ones left out
 * @param stats null where the provider said neither what it cost nor why it ended
 * @param replay what has to go back with the tool calls, see {@code ProviderDialect.replayed}
 */
record ModelAnswer(
    String text,
    Map<String, String> reasoning,
    List<AssistantMessage.ToolCall> toolCalls,
    List<Media> media,
    @Nullable String finishReason,
    @Nullable GenerationStats stats,
    Map<String, Object> replay) {

  boolean isEmpty() {
    return text.isEmpty() && reasoning.isEmpty() && toolCalls.isEmpty() && media.isEmpty();
  }
}
