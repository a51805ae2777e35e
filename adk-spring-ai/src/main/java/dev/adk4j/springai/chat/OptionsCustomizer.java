package dev.adk4j.springai.chat;

import dev.adk4j.loop.DispatchContext;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * Changes a request's options last, for what only one provider knows: cast the builder to the
 * provider's. Shared by concurrent dispatches. Leave the tools alone.
 */
@FunctionalInterface
public interface OptionsCustomizer {

  OptionsCustomizer NONE = (options, ctx) -> {};

  void customize(ChatOptions.Builder<?> options, DispatchContext ctx);
}
