package dev.adk4j.prompt;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.ExecutorLog;

/**
 * What a prompt is made from.
 *
 * @param context its records, tools and identity; dynamic texts are rendered against it
 * @param media what the provider takes
 * @param log hears {@code envelope-collision}, {@code trailing-assistant} and {@code
 *     helper-warning}; never given content
 */
public record PromptRequest(
    AgentContext context, PromptOptions options, NativeMedia media, ExecutorLog log) {

  /** With the default options and media, logging nowhere. */
  public static PromptRequest of(AgentContext context) {
    return new PromptRequest(
        context,
        PromptOptions.DEFAULT,
        NativeMedia.standard(),
        (level, kind, message, payload) -> {});
  }

  public PromptRequest withOptions(PromptOptions options) {
    return new PromptRequest(context, options, media, log);
  }

  public PromptRequest withMedia(NativeMedia media) {
    return new PromptRequest(context, options, media, log);
  }

  public PromptRequest withLog(ExecutorLog log) {
    return new PromptRequest(context, options, media, log);
  }
}
