package dev.adk4j.sample.attachments;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.primitive.Media;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ToolParam;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * Tools that read the attachments of a conversation. The text becomes an artifact, so that a large
 * file does not fill the prompt. It is untrusted, because a user sent it.
 */
@Component
class AttachmentTools {

  @AgentTool(
      name = "read_attachment",
      description =
          "Reads a text file that was attached in this conversation; ask its artifact for parts of it.")
  String read(
      @ToolParam(description = "The file's name, or its id") String attachment, DispatchContext ctx)
      throws IOException {
    List<Media> attached =
        ctx.turnMessages().stream().flatMap(m -> m.attachments().stream()).toList();
    Media wanted =
        attached.stream()
            .filter(m -> m.id().equals(attachment) || m.filename().equals(attachment))
            .reduce((first, second) -> second)
            .orElseThrow(() -> new IllegalArgumentException(unknown(attachment, attached)));
    if (!AttachmentType.isText(wanted.mimeType())) {
      throw new IllegalArgumentException(
          "'" + wanted.filename() + "' is no text but " + wanted.mimeType());
    }
    return new String(wanted.readAllBytes(), StandardCharsets.UTF_8);
  }

  private static String unknown(String name, List<Media> attached) {
    String there = attached.stream().map(Media::filename).collect(Collectors.joining(", "));
    return "no attachment is called '"
        + name
        + "'; "
        + (there.isEmpty() ? "nothing is attached" : "there are: " + there);
  }
}
