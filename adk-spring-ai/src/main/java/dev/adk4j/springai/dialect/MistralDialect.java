package dev.adk4j.springai.dialect;

import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;

/** Mistral's interface. Spring AI sends all media there as images, so that only images are sent. */
public final class MistralDialect extends GenericDialect {

  public MistralDialect() {
    super("mistral");
  }

  @Override
  public boolean matches(ChatOptions options) {
    return isA(options, "org.springframework.ai.mistralai.MistralAiChatOptions");
  }

  @Override
  public GenerationPart read(Generation generation) {
    return GenerationPart.withMetadata(generation, "thinking_content");
  }
}
