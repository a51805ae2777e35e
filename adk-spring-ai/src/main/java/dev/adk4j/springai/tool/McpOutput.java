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
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts an MCP server's result to a tool's output. Images, audio and embedded resources become
 * third-party media. The rest becomes text: plain if the result has only texts or structured
 * content, otherwise the result's JSON, which precedes the media and references them by id. Each
 * part is read separately: an unreadable part is replaced by a note.
 */
record McpOutput(String tool, DispatchContext ctx) {

  private static final Set<String> KNOWN = Set.of("text", "resource_link");

  private static final String TEXT = MediaPolicy.DEFAULT_KEYS.getFirst();

  ToolOutput of(JsonNode result) throws Exception {
    ObjectNode json = Json.mapper().createObjectNode();
    List<Media> media = new ArrayList<>();
    JsonNode structured = result.path("structuredContent");
    boolean said = isThere(structured);
    for (JsonNode part : parts(result)) {
      ObjectNode block = block(part);
      Media item = media(block);
      if (item != null) {
        media.add(item);
      }
      said |= item == null || block.has("annotations") || block.has("_meta");
      json.withArray("content").add(block);
    }
    if (isThere(structured)) {
      json.set("structuredContent", structured);
    }
    if (media.isEmpty()) {
      return ToolOutput.text(text(json));
    }
    if (said) {
      media.addFirst(document("application/json", tool + ".json", json.toPrettyString(), null));
    }
    return ToolOutput.media(media);
  }

  /**
   * Returns everything that the server reports about a failure, each part in its most informative
   * form.
   */
  String problem(JsonNode result) {
    List<String> told = new ArrayList<>();
    for (JsonNode part : parts(result)) {
      ObjectNode block = block(part);
      String text = block.path("text").asString(block.at("/resource/text").asString(""));
      block.remove(List.of("data", "blob"));
      told.add(text.isEmpty() ? block.toString() : text);
    }
    JsonNode structured = result.path("structuredContent");
    if (isThere(structured) && told.stream().noneMatch(text -> isJson(text, structured))) {
      told.add(structured.toPrettyString());
    }
    return told.isEmpty()
        ? "The server reported a failure without a reason."
        : String.join("\n", told);
  }

  private static boolean isThere(JsonNode node) {
    return !node.isMissingNode() && !node.isNull();
  }

  /** Treats a single part, or a text, as a list with one element. */
  private static Iterable<JsonNode> parts(JsonNode result) {
    JsonNode content = result.path("content");
    return content.isArray() ? content : isThere(content) ? List.of(content) : List.of();
  }

  /** Returns a copy without null members, because absent members are written as null. */
  private static ObjectNode block(JsonNode part) {
    ObjectNode block = Json.mapper().createObjectNode();
    if (part.isObject()) {
      part.properties().stream()
          .filter(member -> !member.getValue().isNull())
          .forEach(member -> block.set(member.getKey(), member.getValue().deepCopy()));
    } else {
      block.put("type", "text").put("text", part.isString() ? part.asString() : part.toString());
    }
    return block;
  }

  private static String text(ObjectNode json) {
    List<JsonNode> content = json.path("content").valueStream().toList();
    boolean bare = !content.isEmpty() && content.stream().allMatch(McpOutput::isBareText);
    String texts =
        bare
            ? content.stream()
                .map(block -> block.path("text").asString())
                .collect(Collectors.joining("\n"))
            : null;
    JsonNode structured = json.get("structuredContent");
    if (structured == null) {
      return texts == null ? json.toPrettyString() : texts;
    }
    // Servers repeat the content as text, for clients that support nothing else.
    boolean again = content.isEmpty() || (texts != null && isJson(texts, structured));
    return (again ? structured : json).toPrettyString();
  }

  private static boolean isBareText(JsonNode block) {
    return "text".equals(block.path("type").stringValue(null))
        && block.path("text").isString()
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
   * Returns the media of a content block, which then references it; null for other content. An
   * unreadable part is replaced by the reason.
   */
  private @Nullable Media media(ObjectNode block) throws Exception {
    String type = block.path("type").asString("");
    try {
      if (block.path("resource") instanceof ObjectNode resource) {
        return resource(resource);
      }
      if (block.has("data")) {
        return named(block, "data", data(block, type));
      }
      if (!KNOWN.contains(type) || type.equals("text") && !block.path("text").isString()) {
        throw new Unreadable("Content of this form is unknown.");
      }
    } catch (Unreadable e) {
      block.remove("data");
      block.put("unreadable", e.getMessage());
    }
    return null;
  }

  private Media data(ObjectNode block, String type) throws Exception {
    String mime = block.path("mimeType").asString("");
    if (!mime.matches("[^\\s/]+/[^\\s/]+")) {
      throw new Unreadable("The " + type + " has no readable MIME type.");
    }
    byte[] bytes = bytes(block.path("data"), mime);
    return media(mime, filename(mime), ByteSource.of(bytes), null);
  }

  private @Nullable Media resource(ObjectNode block) throws Exception {
    String uri = block.path("uri").asString("");
    String filename = uri.substring(uri.lastIndexOf('/') + 1);
    filename = filename.isEmpty() ? tool : filename;
    String mime = block.path("mimeType").asString("");
    String source = uri.isEmpty() ? null : uri;
    if (block.path("text").isString()) {
      String text = block.path("text").asString();
      return named(
          block, "text", document(mime.isEmpty() ? "text/plain" : mime, filename, text, source));
    }
    String type = mime.isEmpty() ? "application/octet-stream" : mime;
    try {
      byte[] bytes = bytes(block.path("blob"), type);
      return named(block, "blob", media(type, filename, ByteSource.of(bytes), source));
    } catch (Unreadable e) {
      block.remove("blob");
      throw e;
    }
  }

  private static Media named(ObjectNode block, String bytes, Media media) {
    block.remove(bytes);
    block.put("media", media.id());
    return media;
  }

  private String filename(String mimeType) {
    return tool + "." + mimeType.substring(mimeType.indexOf('/') + 1);
  }

  /** Reads base64 in common variants: with line breaks, with URL-safe characters, as a data URL. */
  private static byte[] bytes(JsonNode base64, String mimeType) throws Unreadable {
    if (base64.isString()) {
      String text = base64.asString().replaceFirst("^data:[^,]*;base64,", "");
      String plain = text.replaceAll("\\s", "").replace('-', '+').replace('_', '/');
      try {
        return Base64.getDecoder().decode(plain);
      } catch (IllegalArgumentException e) {
        // said below
      }
    }
    throw new Unreadable("The server's " + mimeType + " is not valid base64.");
  }

  /**
   * Returns a document. Also keeps its text in the stash, for models that do not support documents.
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

  private static final class Unreadable extends Exception {

    private static final long serialVersionUID = 1L;

    private Unreadable(String message) {
      super(message, null, false, false);
    }
  }
}
