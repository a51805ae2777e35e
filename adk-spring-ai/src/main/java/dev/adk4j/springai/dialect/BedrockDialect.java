package dev.adk4j.springai.dialect;

import dev.adk4j.primitive.MediaKind;
import java.util.Set;
import org.springframework.ai.chat.prompt.ChatOptions;

/** Amazon Bedrock's Converse interface, which refuses tool blocks of tools it was not told of. */
public final class BedrockDialect extends GenericDialect {

  private static final Set<String> IMAGES =
      Set.of("image/jpeg", "image/png", "image/gif", "image/webp");
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

  public BedrockDialect() {
    super("bedrock");
  }

  @Override
  public boolean matches(ChatOptions options) {
    return isA(options, "org.springframework.ai.bedrock.converse.BedrockChatOptions");
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

  @Override
  public boolean declaresToolsOfHistory() {
    return true;
  }
}
