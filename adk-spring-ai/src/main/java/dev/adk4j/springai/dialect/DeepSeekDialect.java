package dev.adk4j.springai.dialect;

import dev.adk4j.primitive.MediaKind;
import dev.adk4j.springai.failure.ProviderFailure;
import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.Generation;

/**
 * Dialect of DeepSeek's API, which accepts only text: Spring AI silently omits media. Reasoning is
 * in a separate message class.
 */
final class DeepSeekDialect extends GenericDialect {

  private static final String MESSAGE = "org.springframework.ai.deepseek.DeepSeekAssistantMessage";
  private static final String SOURCE = "reasoning_content";

  public DeepSeekDialect() {
    super("deepseek", "org.springframework.ai.deepseek.DeepSeekChatOptions", false);
  }

  @Override
  public boolean supports(MediaKind kind, String mimeType) {
    return false;
  }

  @Override
  public GenerationPart read(Generation generation) {
    AssistantMessage message = generation.getOutput();
    Object found =
        isA(message, MESSAGE) ? ProviderMessages.get(message, "getReasoningContent") : "";
    return found instanceof String reasoning && !reasoning.isEmpty()
        ? GenerationPart.of(generation, SOURCE, reasoning)
        : GenerationPart.withMetadata(generation, SOURCE);
  }

  @Override
  public Map<String, Object> replayed(AssistantMessage received) {
    return member(received, SOURCE);
  }

  /**
   * Returns a message of Spring AI's class for DeepSeek, unless another model is configured for
   * this dialect.
   */
  @Override
  public AssistantMessage callMessage(
      String text, Map<String, Object> replayed, List<AssistantMessage.ToolCall> calls) {
    Object reasoning = replayed.get(SOURCE);
    return reasoning == null || !ProviderMessages.isThere(MESSAGE)
        ? super.callMessage(text, Map.of(), calls)
        : ProviderMessages.build(MESSAGE, text, calls, "reasoningContent", String.class, reasoning);
  }

  /**
   * Returns false: Spring AI 2.0 does not send the reasoning, so the prompt's text must contain it.
   */
  @Override
  public boolean replayTellsThoughts() {
    return false;
  }

  /**
   * Returns true if the provider rejects reasoning. Missing reasoning does not count, because
   * omitting more would not help.
   */
  @Override
  public boolean rejectsReplay(ProviderFailure failure) {
    return mentions(failure, SOURCE) && !mentions(failure, "missing");
  }
}
