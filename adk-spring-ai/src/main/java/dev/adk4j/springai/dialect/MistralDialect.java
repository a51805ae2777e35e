package dev.adk4j.springai.dialect;

import org.springframework.ai.chat.model.Generation;

/**
 * Dialect of Mistral's API. Supports only images, because Spring AI sends all media as images. The
 * last message must be a user or tool message, and a user message must not follow a tool message.
 */
final class MistralDialect extends GenericDialect {

  public MistralDialect() {
    super("mistral", "org.springframework.ai.mistralai.MistralAiChatOptions", false);
  }

  @Override
  public SystemPlacement systemPlacement() {
    return SystemPlacement.LEADING;
  }

  @Override
  public boolean alternatesRoles() {
    return true;
  }

  @Override
  public GenerationPart read(Generation generation) {
    return GenerationPart.withMetadata(generation, "thinking_content");
  }
}
