package dev.adk4j.springai.dialect;

import dev.adk4j.primitive.MediaKind;
import dev.adk4j.springai.failure.ProviderFailure;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/**
 * Dialect of Gemini with Google's GenAI client. A second system message is an error, tool results
 * must be JSON, and each part of an answer is a separate generation.
 */
final class GeminiDialect extends GenericDialect {

  private static final String SIGNATURES = "thoughtSignatures";

  public GeminiDialect() {
    super(
        "gemini",
        "org.springframework.ai.google.genai.GoogleGenAiChatOptions",
        false,
        AcceptedSchema.Rule.NO_DEFINITIONS,
        AcceptedSchema.Rule.PLAIN_VALUES);
  }

  /** Function names may contain dots and colons, and must not begin with a digit. */
  @Override
  public boolean takesToolName(String name) {
    return name.matches("[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}");
  }

  @Override
  public SystemPlacement systemPlacement() {
    return SystemPlacement.LEADING;
  }

  /** Returns a JSON string, which the provider receives as {@code {"result": text}}. */
  @Override
  public String encodeToolResponse(String text) {
    return Json.write(Json.mapper().getNodeFactory().stringNode(text));
  }

  @Override
  public boolean supports(MediaKind kind, String mimeType) {
    return switch (kind) {
      case IMAGE, AUDIO, VIDEO -> true;
      case DOCUMENT -> mimeType.equals("application/pdf") || mimeType.startsWith("text/");
    };
  }

  @Override
  public GenerationPart read(Generation generation) {
    return Boolean.TRUE.equals(generation.getOutput().getMetadata().get("isThought"))
        ? GenerationPart.reasoning(generation, "thought")
        : GenerationPart.text(generation);
  }

  @Override
  public boolean isEnd(ChatResponse response) {
    return super.isEnd(response)
        && response.getResults().stream()
            .map(generation -> generation.getOutput().getMetadata().get("finishReason"))
            .anyMatch(
                reason ->
                    reason == null
                        || !isA(reason, "com.google.genai.types.FinishReason")
                        || GeminiFinish.isGiven(reason));
  }

  @Override
  public Map<String, Object> replayed(AssistantMessage received) {
    return member(received, SIGNATURES);
  }

  @Override
  public @Nullable JsonValue nativeUsage(Object usage) {
    return usage.getClass().getName().startsWith("com.google.genai.")
        ? ClientUsage.gemini(usage)
        : super.nativeUsage(usage);
  }

  @Override
  public @Nullable Long reasoningTokens(JsonValue usage) {
    return count(usage, "/thoughtsTokenCount");
  }

  /**
   * Most models reject an answer format together with tools. Spring AI's model does not support
   * references in schemas, neither for answers nor for tools.
   */
  @Override
  public AnswerMode answerMode(boolean besideTools, boolean recursive) {
    if (recursive) {
      return AnswerMode.PROMPT;
    }
    return besideTools ? AnswerMode.TOOL : AnswerMode.NATIVE;
  }

  @Override
  public boolean rejectsReplay(ProviderFailure failure) {
    return mentions(failure, "thought_signature", "thought signature");
  }
}
