package dev.adk4j.springai.tool;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.MediaStashEntry;
import dev.adk4j.primitive.ModalityHazard;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.prompt.MediaPolicy;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.AudioContent;
import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.EmbeddedResource;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.ResourceContents;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts an MCP server's result to a tool's output. Images, audio and embedded resources become
 * third-party media. The rest becomes text: plain if the result has only texts or structured
 * content, otherwise the result's JSON, which precedes the media and refers to them by id.
 */
record McpOutput(String tool, DispatchContext ctx) {

  private static final String TEXT = MediaPolicy.DEFAULT_KEYS.getFirst();

  ToolOutput of(CallToolResult result) throws Exception {
    ObjectNode json = Json.mapper().createObjectNode();
    List<Media> media = new ArrayList<>();
    boolean said = result.structuredContent() != null;
    for (Content content : result.content()) {
      ObjectNode block = (ObjectNode) json(content);
      Media item = media(content, block);
      if (item != null) {
        media.add(item);
      }
      said |= item == null || block.has("annotations") || block.has("_meta");
      json.withArray("content").add(block);
    }
    if (result.structuredContent() != null) {
      json.set("structuredContent", json(result.structuredContent()));
    }
    if (media.isEmpty()) {
      return ToolOutput.text(text(result, json));
    }
    if (said) {
      media.addFirst(document("application/json", tool + ".json", json.toPrettyString(), null));
    }
    return ToolOutput.media(media);
  }

  private static String text(CallToolResult result, ObjectNode json) throws IOException {
    boolean bare =
        !result.content().isEmpty()
            && json.path("content").valueStream().allMatch(McpOutput::isBareText);
    String texts =
        bare
            ? result.content().stream()
                .map(content -> ((TextContent) content).text())
                .collect(Collectors.joining("\n"))
            : null;
    JsonNode structured = json.get("structuredContent");
    if (structured == null) {
      return texts == null ? json.toPrettyString() : texts;
    }
    // Servers say the same as text, for clients that know no other.
    boolean again = result.content().isEmpty() || (texts != null && isJson(texts, structured));
    return (again ? structured : json).toPrettyString();
  }

  private static boolean isBareText(JsonNode block) {
    return "text".equals(block.path("type").stringValue(null))
        && !block.has("annotations")
        && !block.has("_meta");
  }

  private static boolean isJson(String text, JsonNode value) {
    try {
      return JsonValue.of(Json.read(text)).equals(JsonValue.of(value));
    } catch (JacksonException e) {
      return false;
    }
  }

  /**
   * Returns the media of a content block; null for other content. The block then refers to the
   * media instead of its content.
   */
  private @Nullable Media media(Content content, ObjectNode block) throws Exception {
    return switch (content) {
      case ImageContent image ->
          named(
              block,
              "data",
              bytes(image.mimeType(), filename(image.mimeType()), image.data(), null));
      case AudioContent audio ->
          named(
              block,
              "data",
              bytes(audio.mimeType(), filename(audio.mimeType()), audio.data(), null));
      case EmbeddedResource embedded ->
          resource(embedded.resource(), (ObjectNode) block.path("resource"));
      default -> null;
    };
  }

  private @Nullable Media resource(ResourceContents resource, ObjectNode block) throws Exception {
    String uri = resource.uri();
    String filename = uri.substring(uri.lastIndexOf('/') + 1);
    filename = filename.isEmpty() ? tool : filename;
    return switch (resource) {
      case TextResourceContents(var u, var mime, var text, var meta) ->
          named(block, "text", document(mime == null ? "text/plain" : mime, filename, text, uri));
      case BlobResourceContents(var u, var mime, var blob, var meta) ->
          named(
              block,
              "blob",
              bytes(mime == null ? "application/octet-stream" : mime, filename, blob, uri));
      default -> null;
    };
  }

  private static Media named(ObjectNode block, String bytes, Media media) {
    block.remove(bytes);
    block.put("media", media.id());
    return media;
  }

  private String filename(String mimeType) {
    return tool + "." + mimeType.substring(mimeType.indexOf('/') + 1);
  }

  private Media bytes(String mimeType, String filename, String base64, @Nullable String source)
      throws Exception {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("The server's " + mimeType + " is not in base64.", e);
    }
    return media(mimeType, filename, ByteSource.of(bytes), source);
  }

  /**
   * Returns a document. Keeps its text in the stash, too, for models that do not support documents.
   */
  private Media document(String mimeType, String filename, String text, @Nullable String source)
      throws Exception {
    Media media = media(mimeType, filename, ByteSource.of(text), source);
    media.stash().put(TEXT, new MediaStashEntry(JsonValue.of(text), TrustTier.THIRD_PARTY_PRIVATE));
    return media;
  }

  private Media media(String mimeType, String filename, ByteSource bytes, @Nullable String source)
      throws Exception {
    MediaKind kind =
        switch (mimeType.substring(0, Math.max(0, mimeType.indexOf('/')))) {
          case "image" -> MediaKind.IMAGE;
          case "audio" -> MediaKind.AUDIO;
          case "video" -> MediaKind.VIDEO;
          default -> MediaKind.DOCUMENT;
        };
    String id = Ids.next();
    Media.Builder media =
        Media.builder()
            .id(id)
            .kind(kind)
            .mimeType(mimeType)
            .filename(filename)
            .reader(ctx.storeMediaBytes(id, bytes))
            .trustTier(TrustTier.THIRD_PARTY_PRIVATE)
            .modalityHazard(
                kind == MediaKind.DOCUMENT
                    ? ModalityHazard.EXTRACTABLE_INSTRUCTIONS
                    : ModalityHazard.OPAQUE_PERCEPTUAL);
    return (source == null ? media : media.source(source)).build();
  }

  /** Returns a value as JSON of the protocol, written by the SDK's mapper. */
  private static JsonNode json(Object value) throws IOException {
    return Json.read(McpJsonDefaults.getMapper().writeValueAsString(value));
  }
}
