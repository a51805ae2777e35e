package dev.adk4j.springai.dialect;

import dev.adk4j.primitive.MediaKind;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * DeepSeek's interface, which takes text only: Spring AI leaves media out without a word. Reasoning
 * is a member of a message class of its own.
 */
public final class DeepSeekDialect extends GenericDialect {

  private static final String MESSAGE = "org.springframework.ai.deepseek.DeepSeekAssistantMessage";
  private static final String SOURCE = "reasoning_content";

  public DeepSeekDialect() {
    super("deepseek");
  }

  @Override
  public boolean matches(ChatOptions options) {
    return isA(options, "org.springframework.ai.deepseek.DeepSeekChatOptions");
  }

  @Override
  public boolean supports(MediaKind kind, String mimeType) {
    return false;
  }

  @Override
  public GenerationPart read(Generation generation) {
    AssistantMessage message = generation.getOutput();
    String reasoning = isA(message, MESSAGE) ? reasoning(message) : null;
    return reasoning == null || reasoning.isEmpty()
        ? GenerationPart.withMetadata(generation, SOURCE)
        : new GenerationPart(GenerationPart.text(generation).text(), SOURCE, reasoning);
  }

  /** By its name: the class may not be there. */
  private static @Nullable String reasoning(AssistantMessage message) {
    try {
      return (String) message.getClass().getMethod("getReasoningContent").invoke(message);
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("Spring AI's DeepSeek model is of an unknown version.", e);
    }
  }
}
