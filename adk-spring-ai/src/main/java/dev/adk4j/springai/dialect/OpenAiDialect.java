package dev.adk4j.springai.dialect;

import dev.adk4j.primitive.MediaKind;
import dev.adk4j.springai.failure.ProviderFailure;
import dev.adk4j.value.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * Dialect of OpenAI's chat completions and of compatible servers. Supports PDF files with Spring AI
 * 2.0.1 or later. Other documents are not supported, because Spring AI sends them as text with a
 * data URL.
 */
final class OpenAiDialect extends GenericDialect {

  private static final String REASONING = "reasoningContent";
  private static final String REFUSAL = "refusal";
  private static final String TOOL_CALL_EXTRAS = "openai.tool_calls.additional_properties";

  /** True if a class is present that was added in the version that sends PDF as files. */
  private static final boolean SENDS_PDF =
      ProviderMessages.isThere(
          "org.springframework.ai.openai.metadata.OpenAiAudioTranscriptionResponseMetadata");

  public OpenAiDialect() {
    super("openai", "org.springframework.ai.openai.OpenAiChatOptions", false);
  }

  @Override
  public boolean supports(MediaKind kind, String mimeType) {
    return switch (kind) {
      case IMAGE -> true;
      case AUDIO -> isMp3(mimeType) || mimeType.contains("wav");
      case DOCUMENT -> SENDS_PDF && mimeType.equals("application/pdf");
      case VIDEO -> false;
    };
  }

  /** Returns the MIME type of the media. Spring AI sends all audio other than MP3 as WAV. */
  @Override
  public String mediaType(String mimeType) {
    return isMp3(mimeType) ? "audio/mp3" : mimeType;
  }

  private static boolean isMp3(String mimeType) {
    return mimeType.startsWith("audio/") && (mimeType.contains("mp3") || mimeType.contains("mpeg"));
  }

  /** Reads a generation. A refusal is in a separate member and counts as text. */
  @Override
  public GenerationPart read(Generation generation) {
    GenerationPart part = GenerationPart.withMetadata(generation, REASONING);
    String refusal = refusal(generation);
    return refusal.isEmpty()
        ? part
        : new GenerationPart(part.text() + refusal, part.source(), part.reasoning());
  }

  @Override
  public boolean isRefusal(Generation generation) {
    return !refusal(generation).isEmpty();
  }

  private static String refusal(Generation generation) {
    return switch (generation.getOutput().getMetadata().get(REFUSAL)) {
      case String text -> text;
      case Optional<?> text -> text.map(String::valueOf).orElse("");
      case null, default -> "";
    };
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
        ? ClientUsage.openAi(usage)
        : super.nativeUsage(usage);
  }

  @Override
  public @Nullable Long reasoningTokens(JsonValue usage) {
    return count(usage, "/completion_tokens_details/reasoning_tokens");
  }

  @Override
  public boolean rejectsReplay(ProviderFailure failure) {
    return mentions(failure, "reasoning");
  }

  @Override
  public void choose(ChatOptions.Builder<?> options, ToolChoice choice) {
    OpenAiToolChoices.set(options, choice);
  }
}
