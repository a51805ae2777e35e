package dev.adk4j.springai.dialect;

import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * Mistral's interface. Spring AI sends all media there as images, so that only images are sent. The
 * last message has to be a user's or a tool's, and after a tool's no user speaks.
 */
public final class MistralDialect extends GenericDialect {

  public MistralDialect() {
    super("mistral");
  }

  @Override
  public boolean matches(ChatOptions options) {
    return isA(options, "org.springframework.ai.mistralai.MistralAiChatOptions");
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
