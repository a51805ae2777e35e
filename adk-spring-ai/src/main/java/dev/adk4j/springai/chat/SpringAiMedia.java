package dev.adk4j.springai.chat;

import dev.adk4j.prompt.PromptEntry;
import dev.adk4j.springai.dialect.ProviderDialect;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.ai.content.Media;
import org.springframework.util.MimeTypeUtils;

/** Converts media for Spring AI, always with bytes, never with a URL for the provider to fetch. */
final class SpringAiMedia {

  private SpringAiMedia() {}

  static List<Media> of(List<PromptEntry.MediaPart> parts, ProviderDialect dialect)
      throws IOException {
    List<Media> media = new ArrayList<>();
    for (PromptEntry.MediaPart part : parts) {
      media.add(
          Media.builder()
              .id(part.media().id())
              .name(name(part.filename()))
              .mimeType(MimeTypeUtils.parseMimeType(dialect.mediaType(part.mimeType())))
              .data(part.media().readAllBytes())
              .build());
    }
    return media;
  }

  /** Returns a name of safe characters only, because some providers reject others. */
  private static String name(String filename) {
    String name = filename.replaceAll("[^A-Za-z0-9 \\-()\\[\\]]", "-").strip();
    return name.isEmpty() ? "media" : name;
  }
}
