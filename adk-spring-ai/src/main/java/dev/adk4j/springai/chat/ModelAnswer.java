package dev.adk4j.springai.chat;

import dev.adk4j.event.GenerationStats;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.content.Media;

/**
 * Answer of a model call.
 *
 * @param rawText text as the provider sent it
 * @param text text without reasoning
 * @param reasoning reasoning by source, in order of appearance, without blank ones
 * @param stats null if the provider reported neither usage nor a finish reason
 * @param replay metadata to send back with the tool calls, see {@code ProviderDialect.replayed}
 * @param refused true if the provider reports the text as a refusal
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

  /** Returns the answer with tool calls that were found in its text. */
  ModelAnswer withToolCalls(List<AssistantMessage.ToolCall> calls) {
    return new ModelAnswer(
        rawText, text, reasoning, calls, media, finishReason, stats, replay, refused);
  }

  boolean isEmpty() {
    return text.isEmpty() && reasoning.isEmpty() && toolCalls.isEmpty() && media.isEmpty();
  }
}
