package dev.adk4j.springai.dialect;

import dev.adk4j.primitive.MediaKind;
import dev.adk4j.springai.failure.ProviderFailure;
import dev.adk4j.value.JsonValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * Dialect of Anthropic's messages. Each thinking block is a separate generation with metadata:
 * {@code thinking} on a chunk, {@code signature} on a whole block and on its last chunk, {@code
 * data} on a redacted block. Spring AI 2.0.1 does not stream the text of blocks; the last chunk
 * contains all blocks.
 */
final class AnthropicDialect extends GenericDialect {

  private static final String SOURCE = "thinking";
  private static final String CONTENTS = "anthropicThinkingContents";

  public AnthropicDialect() {
    super(
        "anthropic",
        "org.springframework.ai.anthropic.AnthropicChatOptions",
        true,
        AcceptedSchema.Rule.NO_DEFINITIONS,
        AcceptedSchema.Rule.PLAIN_NAMES);
  }

  /** Merges all system texts, like the provider, to define their order here. */
  @Override
  public SystemPlacement systemPlacement() {
    return SystemPlacement.LEADING;
  }

  @Override
  public boolean supports(MediaKind kind, String mimeType) {
    return switch (kind) {
      case IMAGE -> IMAGES.contains(mimeType);
      case DOCUMENT -> mimeType.equals("application/pdf");
      case AUDIO, VIDEO -> false;
    };
  }

  @Override
  public GenerationPart read(Generation generation) {
    Map<String, Object> metadata = generation.getOutput().getMetadata();
    if (Boolean.TRUE.equals(metadata.get("thinking")) || metadata.containsKey("signature")) {
      return GenerationPart.reasoning(generation, SOURCE);
    }
    if (metadata.containsKey("data")) {
      return GenerationPart.nothing();
    }
    // All blocks of the answer, in the order of the chunks.
    String thinking = ProviderMessages.texts(metadata.get(CONTENTS), "thinking", "");
    return GenerationPart.of(generation, SOURCE, thinking);
  }

  /** A model that has nothing to add ends without content; Spring AI then creates no generation. */
  @Override
  public boolean isEnd(ChatResponse response) {
    return response.getResults().isEmpty() || super.isEnd(response);
  }

  @Override
  public Map<String, Object> replayed(AssistantMessage received) {
    return member(received, CONTENTS);
  }

  @Override
  public @Nullable JsonValue nativeUsage(Object usage) {
    return usage.getClass().getName().startsWith("com.anthropic.")
        ? ClientUsage.anthropic(usage)
        : super.nativeUsage(usage);
  }

  @Override
  public boolean countsCacheApart() {
    return true;
  }

  @Override
  public boolean rejectsReplay(ProviderFailure failure) {
    return mentions(failure, "thinking", "signature");
  }

  @Override
  public void choose(ChatOptions.Builder<?> options, ToolChoice choice) {
    if (choice instanceof ToolChoice.AllowedTools) {
      super.choose(options, choice);
    }
    AnthropicToolChoices.set(options, choice);
  }

  @Override
  public void markCache(ChatOptions.Builder<?> options, CacheMarks marks, boolean changingEnd) {
    AnthropicCacheMarks.set(options, marks, changingEnd);
  }

  /** The provider rejects recursive schemas for the format of an answer, but not for a tool. */
  @Override
  public AnswerMode answerMode(boolean besideTools, boolean recursive) {
    return recursive ? AnswerMode.TOOL : AnswerMode.NATIVE;
  }

  @Override
  public boolean declaresToolsOfHistory() {
    return true;
  }
}
