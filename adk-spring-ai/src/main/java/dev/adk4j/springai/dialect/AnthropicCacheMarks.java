package dev.adk4j.springai.dialect;

import org.springframework.ai.anthropic.AnthropicCacheOptions;
import org.springframework.ai.anthropic.AnthropicCacheStrategy;
import org.springframework.ai.anthropic.AnthropicCacheTtl;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * Sets cache marks with Anthropic's classes. Separate from the dialect, which works without them.
 */
final class AnthropicCacheMarks {

  private AnthropicCacheMarks() {}

  /**
   * Marks the tools, the system text, the last tool results, and the last user message unless it
   * changes: four marks, the provider's maximum.
   */
  static void set(ChatOptions.Builder<?> options, CacheMarks marks, boolean changingEnd) {
    AnthropicChatOptions.Builder anthropic = (AnthropicChatOptions.Builder) options;
    AnthropicCacheOptions own = anthropic.build().getCacheOptions();
    if (own != null && own.getStrategy() != AnthropicCacheStrategy.NONE) {
      return;
    }
    AnthropicCacheOptions.Builder cache =
        AnthropicCacheOptions.builder()
            .strategy(AnthropicCacheStrategy.CONVERSATION_HISTORY)
            .cacheToolResults(true);
    for (MessageType type : MessageType.values()) {
      cache.messageTypeTtl(
          type,
          marks == CacheMarks.LONG ? AnthropicCacheTtl.ONE_HOUR : AnthropicCacheTtl.FIVE_MINUTES);
    }
    if (changingEnd) {
      cache.messageTypeMinContentLength(MessageType.USER, Integer.MAX_VALUE);
    }
    anthropic.cacheOptions(cache.build());
  }
}
