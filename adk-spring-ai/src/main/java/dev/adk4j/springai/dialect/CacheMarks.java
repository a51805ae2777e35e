package dev.adk4j.springai.dialect;

/**
 * Marks the parts of a request that a provider keeps in its prompt cache. Providers that cache
 * automatically, such as OpenAI, ignore them.
 *
 * <pre>{@code
 * LlmExecutorOptions.builder().cacheMarks(CacheMarks.SHORT).build();
 * }</pre>
 *
 * @since 0.1.0
 */
public enum CacheMarks {
  /** Sets no marks. */
  NONE,
  /** Caches marked content for the provider's shorter time: with Anthropic, 5 minutes. */
  SHORT,
  /**
   * Caches marked content for the provider's longer time, which costs more: with Anthropic, one
   * hour.
   */
  LONG
}
