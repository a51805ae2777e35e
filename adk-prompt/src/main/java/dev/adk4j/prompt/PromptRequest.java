package dev.adk4j.prompt;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.ExecutorLog;
import dev.adk4j.primitive.MediaKind;

/**
 * Input of a prompt.
 *
 * @param context its records, tools and identity; dynamic texts are rendered with it
 * @param media the media that the provider supports
 * @param log receives {@code envelope-collision}, {@code trailing-assistant} and {@code
 *     helper-warning}; receives no content
 * @since 0.1.0
 */
public record PromptRequest(
    AgentContext context, PromptOptions options, NativeMedia media, ExecutorLog log) {

  /** Returns a request with default options and media that does not log. */
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

  /**
   * Decides which media a provider supports natively. The {@link MediaPolicy} handles all other
   * media.
   */
  @FunctionalInterface
  public interface NativeMedia {

    /**
     * @param mimeType sanitized: {@code type/subtype} only
     */
    boolean supports(MediaKind kind, String mimeType);

    /** Returns support for images, documents, and wav or mp3 audio; never video. */
    static NativeMedia standard() {
      return (kind, mimeType) ->
          switch (kind) {
            case IMAGE, DOCUMENT -> true;
            case AUDIO -> isWavOrMp3(mimeType);
            case VIDEO -> false;
          };
    }

    private static boolean isWavOrMp3(String mimeType) {
      return mimeType.contains("wav") || mimeType.contains("mp3") || mimeType.contains("mpeg");
    }
  }
}
