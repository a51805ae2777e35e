package dev.adk4j.springai.chat;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.Prompt;

/**
 * What one generation asks a model for.
 *
 * @param generationId of the engine; ids of what comes of it begin with it
 * @param replay what became of the provider's own data, which it may refuse
 */
record ModelRequest(String generationId, Prompt prompt, Replay replay) {

  enum Replay {
    NOTHING,
    SENT,
    /** It was refused, and this is the same question without it. */
    WITHDRAWN
  }

  @Nullable String model() {
    return prompt.getOptions() == null ? null : prompt.getOptions().getModel();
  }
}
