package dev.adk4j.springai.chat;

import dev.adk4j.loop.DispatchContext;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * Changes the options of a request after all other settings, for options of a single provider: cast
 * the builder to the provider's. Must not change the tools. Must be thread-safe.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface OptionsCustomizer {

  OptionsCustomizer NONE = (options, ctx) -> {};

  void customize(ChatOptions.Builder<?> options, DispatchContext ctx);
}
