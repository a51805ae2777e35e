package dev.adk4j.springai.dialect;

import dev.adk4j.primitive.MediaKind;
import dev.adk4j.springai.failure.ProviderFailure;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.Generation;

/**
 * Dialect of Amazon Bedrock's Converse API, which rejects tool blocks of undeclared tools, and
 * conversations in which roles do not alternate. Since Spring AI 2.0.1, signed reasoning is in a
 * separate message class; earlier versions omit it.
 */
final class BedrockDialect extends GenericDialect {

  private static final Set<String> DOCUMENTS =
      Set.of(
          "application/pdf",
          "text/csv",
          "text/html",
          "text/plain",
          "text/markdown",
          "application/msword",
          "application/vnd.ms-excel",
          "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
  private static final Set<String> VIDEOS =
      Set.of("video/mp4", "video/quicktime", "video/webm", "video/mpeg", "video/3gpp");

  private static final String MESSAGE =
      "org.springframework.ai.bedrock.converse.BedrockAssistantMessage";
  private static final String SOURCE = "reasoning_content";
  private static final String CONTENTS = "reasoningContents";

  public BedrockDialect() {
    super(
        "bedrock",
        "org.springframework.ai.bedrock.converse.BedrockChatOptions",
        true,
        AcceptedSchema.Rule.PLAIN_NAMES);
  }

  @Override
  public SystemPlacement systemPlacement() {
    return SystemPlacement.LEADING;
  }

  @Override
  public boolean supports(MediaKind kind, String mimeType) {
    return switch (kind) {
      case IMAGE -> IMAGES.contains(mimeType);
      case DOCUMENT -> DOCUMENTS.contains(mimeType);
      case VIDEO -> VIDEOS.contains(mimeType);
      case AUDIO -> false;
    };
  }

  /** Reads a generation. Redacted reasoning has no text. */
  @Override
  public GenerationPart read(Generation generation) {
    List<?> contents = contents(generation.getOutput());
    return GenerationPart.of(
        generation, SOURCE, ProviderMessages.texts(contents, "getText", "\n\n"));
  }

  /** Returns the reasoning, which may be in another message than the calls. */
  @Override
  public Map<String, Object> kept(AssistantMessage received) {
    List<?> contents = contents(received);
    return contents.isEmpty() ? Map.of() : Map.of(CONTENTS, contents);
  }

  @Override
  public Map<String, Object> replayed(AssistantMessage received) {
    return member(received, CONTENTS);
  }

  /** Returns a message of Spring AI's class for Bedrock, because metadata is not sent otherwise. */
  @Override
  public AssistantMessage callMessage(
      String text, Map<String, Object> replayed, List<AssistantMessage.ToolCall> calls) {
    Object contents = replayed.get(CONTENTS);
    return contents == null
        ? super.callMessage(text, Map.of(), calls)
        : ProviderMessages.build(MESSAGE, text, calls, "reasoningContents", List.class, contents);
  }

  private static List<?> contents(AssistantMessage message) {
    return isA(message, MESSAGE)
            && ProviderMessages.get(message, "getReasoningContents") instanceof List<?> contents
        ? contents
        : List.of();
  }

  @Override
  public boolean countsCacheApart() {
    return true;
  }

  @Override
  public boolean rejectsReplay(ProviderFailure failure) {
    return mentions(failure, "thinking", "reasoning", "signature");
  }

  @Override
  public boolean alternatesRoles() {
    return true;
  }

  @Override
  public boolean declaresToolsOfHistory() {
    return true;
  }
}
