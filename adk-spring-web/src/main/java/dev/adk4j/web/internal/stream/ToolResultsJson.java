package dev.adk4j.web.internal.stream;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.value.Json;
import java.io.IOException;
import java.io.Reader;
import java.nio.CharBuffer;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a tool's results for clients: texts, the beginning of artifacts, and a description of
 * media without their bytes.
 */
public final class ToolResultsJson {

  private static final Logger log = LoggerFactory.getLogger(ToolResultsJson.class);

  /** Maximum number of characters of an artifact that clients see. */
  private static final int PREVIEW = 2000;

  private ToolResultsJson() {}

  /** Returns an object for each result. */
  public static ArrayNode of(ToolResults results) {
    ArrayNode items = Json.mapper().createArrayNode();
    switch (results) {
      case ToolResults.Text text ->
          items.addObject().put("kind", "text").put("text", text.value().value());
      case ToolResults.Artifacts artifacts ->
          artifacts.items().forEach(a -> artifact(items.addObject(), a));
      case ToolResults.MediaItems media -> items.addAll(of(media.items()));
    }
    return items;
  }

  /** Returns an object for each media item. */
  public static ArrayNode of(List<Media> files) {
    ArrayNode items = Json.mapper().createArrayNode();
    files.forEach(each -> media(items.addObject(), each));
    return items;
  }

  private static void artifact(ObjectNode json, SpooledArtifact artifact) {
    json.put("kind", "artifact");
    CharBuffer beginning = CharBuffer.allocate(PREVIEW + 1);
    try (Reader reader = artifact.reader().open()) {
      while (beginning.hasRemaining() && reader.read(beginning) > 0) {
        // until it is full, or the artifact ends
      }
      String text = beginning.flip().toString();
      boolean longer = text.length() > PREVIEW;
      boolean splits = longer && Character.isHighSurrogate(text.charAt(PREVIEW - 1));
      json.put("preview", longer ? text.substring(0, splits ? PREVIEW - 1 : PREVIEW) : text);
      json.put("truncated", longer);
    } catch (IOException | RuntimeException e) {
      log.warn(
          "The beginning of an artifact cannot be read and is not sent to clients: {}",
          e.getClass().getName());
      json.putNull("preview");
    }
  }

  private static void media(ObjectNode json, Media media) {
    json.put("kind", "media")
        .put("id", media.id())
        .put("mediaKind", media.kind().wire())
        .put("mimeType", media.mimeType())
        .put("filename", media.filename());
  }
}
