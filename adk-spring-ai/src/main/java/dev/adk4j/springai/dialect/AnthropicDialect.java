package dev.adk4j.springai.dialect;

import dev.adk4j.primitive.MediaKind;
import dev.adk4j.springai.failure.ProviderFailure;
import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * Anthropic's messages. A thinking block is a generation of its own, told by its metadata: {@code
 * thinking} on a chunk, {@code signature} on a whole block and on the chunk that ends one, {@code
 * data} on one that was redacted. Spring AI 2.0.1 streams no text of a block; it gives all blocks
 * with the last chunk.
 */
public final class AnthropicDialect extends GenericDialect {

  private static final String SOURCE = "thinking";
  private static final String CONTENTS = "anthropicThinkingContents";
  private static final Set<String> IMAGES =
      Set.of("image/jpeg", "image/png", "image/gif", "image/webp");

  public AnthropicDialect() {
    super("anthropic");
  }

  @Override
  public boolean matches(ChatOptions options) {
    return isA(options, "org.springframework.ai.anthropic.AnthropicChatOptions");
  }

  /** All system texts become one anyway; said here so that their order is ours. */
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
    GenerationPart text = GenerationPart.text(generation);
    String thinking = thinking(metadata.get(CONTENTS));
    return thinking.isEmpty() ? text : new GenerationPart(text.text(), SOURCE, thinking);
  }

  /** All blocks of the answer, as one chunk after the other gave them. */
  private static String thinking(@Nullable Object contents) {
    StringBuilder thinking = new StringBuilder();
    for (Object content : contents instanceof List<?> list ? list : List.of()) {
      if (ProviderMessages.get(content, "thinking") instanceof String text) {
        thinking.append(text);
      }
    }
    return thinking.toString();
  }

  @Override
  public Map<String, Object> replayed(AssistantMessage received) {
    return member(received, CONTENTS);
  }

  @Override
  public @Nullable JsonValue nativeUsage(Object usage) {
    return usage.getClass().getName().startsWith("com.anthropic.")
        ? AnthropicUsage.json(usage)
        : super.nativeUsage(usage);
  }

  @Override
  public boolean countsCacheApart() {
    return true;
  }

  @Override
  public boolean rejectsReplay(ProviderFailure failure) {
    return Rejections.mentions(failure, "thinking", "signature");
  }

  @Override
  public void choose(ChatOptions.Builder<?> options, ToolChoice choice) {
    if (choice instanceof ToolChoice.AllowedTools) {
      super.choose(options, choice);
    }
    AnthropicToolChoices.set(options, choice);
  }

  /** Schemas that refer to themselves are refused as the format of an answer, not as a tool's. */
  @Override
  public AnswerMode answerMode(boolean besideTools, boolean recursive) {
    return recursive ? AnswerMode.TOOL : AnswerMode.NATIVE;
  }

  @Override
  public boolean declaresToolsOfHistory() {
    return true;
  }
}
