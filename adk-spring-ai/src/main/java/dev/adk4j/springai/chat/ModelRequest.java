package dev.adk4j.springai.chat;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.Prompt;

/**
 * Request of one generation.
 *
 * @param names names of the tools in the request
 * @param replay state of the provider's metadata, which the provider may reject
 */
record ModelRequest(Prompt prompt, Replay replay, WireNames names) {

  enum Replay {
    NOTHING,
    SENT,
    /** The provider rejected the metadata, and this request repeats the call without it. */
    WITHDRAWN
  }

  @Nullable String model() {
    return prompt.getOptions() == null ? null : prompt.getOptions().getModel();
  }
}
