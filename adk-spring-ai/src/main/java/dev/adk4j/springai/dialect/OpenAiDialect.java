package dev.adk4j.springai.dialect;

import dev.adk4j.primitive.MediaKind;
import dev.adk4j.springai.failure.ProviderFailure;
import dev.adk4j.value.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * OpenAI's chat completions, and whoever speaks them. Documents are sent by Spring AI as text with
 * a data URL in it, so that none counts as supported.
 */
public final class OpenAiDialect extends GenericDialect {

  private static final String REASONING = "reasoningContent";
  private static final String TOOL_CALL_EXTRAS = "openai.tool_calls.additional_properties";

  public OpenAiDialect() {
    super("openai");
  }

  @Override
  public boolean matches(ChatOptions options) {
    return isA(options, "org.springframework.ai.openai.OpenAiChatOptions");
  }

  @Override
  public boolean supports(MediaKind kind, String mimeType) {
    return switch (kind) {
      case IMAGE -> true;
      case AUDIO -> isMp3(mimeType) || mimeType.contains("wav");
      case VIDEO, DOCUMENT -> false;
    };
  }

  /** Spring AI takes for mp3 what says so, and everything else for wav. */
  @Override
  public String mediaType(String mimeType) {
    return isMp3(mimeType) ? "audio/mp3" : mimeType;
  }

  private static boolean isMp3(String mimeType) {
    return mimeType.startsWith("audio/") && (mimeType.contains("mp3") || mimeType.contains("mpeg"));
  }

  @Override
  public GenerationPart read(Generation generation) {
    return GenerationPart.withMetadata(generation, REASONING);
  }

  @Override
  public Map<String, Object> replayed(AssistantMessage received) {
    Map<String, Object> replayed = new LinkedHashMap<>();
    for (String key : new String[] {REASONING, TOOL_CALL_EXTRAS}) {
      Object value = received.getMetadata().get(key);
      if (value != null && !"".equals(value)) {
        replayed.put(key, value);
      }
    }
    return replayed;
  }

  @Override
  public @Nullable JsonValue nativeUsage(Object usage) {
    return usage.getClass().getName().startsWith("com.openai.")
        ? OpenAiUsage.json(usage)
        : super.nativeUsage(usage);
  }

  @Override
  public boolean rejectsReplay(ProviderFailure failure) {
    return Rejections.mentions(failure, "reasoning");
  }

  @Override
  public void choose(ChatOptions.Builder<?> options, ToolChoice choice) {
    OpenAiToolChoices.set(options, choice);
  }
}
