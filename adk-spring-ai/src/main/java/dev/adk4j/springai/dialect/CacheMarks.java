package dev.adk4j.springai.dialect;

/**
 * Marks in a request up to which a provider keeps it in its prompt cache. Providers that cache by
 * themselves, such as OpenAI, ignore them.
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
  /** Keeps what is marked for the provider's shorter time: with Anthropic 5 minutes. */
  SHORT,
  /** Keeps what is marked for the provider's longer time, which costs more: an hour. */
  LONG
}
