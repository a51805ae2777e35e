package dev.adk4j.springai.chat;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.Prompt;

/**
 * What one generation asks a model for.
 *
 * @param generationId of the engine; ids of what comes of it begin with it
 * @param replays whether data of the provider's goes back, which it may refuse
 */
record ModelRequest(String generationId, Prompt prompt, boolean replays) {

  @Nullable String model() {
    return prompt.getOptions() == null ? null : prompt.getOptions().getModel();
  }
}
