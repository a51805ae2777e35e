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
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  private static final Pattern MIME =
      Pattern.compile("\\s*([\\w.+-]+/[\\w.+-]+)\\s*(;.*|)", Pattern.DOTALL);

  private static final Pattern DATA_URL = Pattern.compile("(?i)\\s*data:([^,;]*)[^,]*;base64\\s*,");

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
      return ToolOutput.text(json.isEmpty() ? text(others(result)) : text(json));
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
      if (!text.isBlank() || !isBareText(block)) {
        told.add(text.isEmpty() ? block.toString() : text);
      }
    }
    if (!others(result).isEmpty()) {
      told.add(others(result).toString());
    }
    JsonNode structured = result.path("structuredContent");
    if (isThere(structured) && told.stream().noneMatch(text -> isJson(text, structured))) {
      told.add(structured.toPrettyString());
    }
    return told.isEmpty()
        ? "The server reported a failure without a reason."
        : String.join("\n", told);
  }

  /** Reads booleans in quotes, and Python's. */
  static boolean isError(JsonNode result) {
    JsonNode error = result.path("isError");
    return error.asBoolean(error.asString("").equalsIgnoreCase("true"));
  }

  /** Returns what a result of another form contains, such as of the protocol's first version. */
  private static JsonNode others(JsonNode result) {
    JsonNode copy = result.deepCopy();
    return copy instanceof ObjectNode object
        ? object.remove(List.of("_meta", "isError", "content", "structuredContent"))
        : copy;
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

  private static String text(JsonNode json) {
    if (json.isString()) {
      return json.stringValue();
    }
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
        return data(block, type);
      }
      if (!KNOWN.contains(type) || type.equals("text") && !block.path("text").isString()) {
        throw new Unreadable("Content of this form is unknown.");
      }
    } catch (Unreadable e) {
      block.remove(List.of("data", "blob"));
      block.put("unreadable", e.getMessage());
    }
    return null;
  }

  private Media data(ObjectNode block, String type) throws Exception {
    Matcher url = DATA_URL.matcher(block.path("data").stringValue(""));
    JsonNode own = block.stringNode(url.lookingAt() ? url.group(1) : "");
    String mime = mime(block.path("mimeType"), mime(own, ""));
    if (mime.isEmpty()) {
      throw new Unreadable("The " + type + " has no readable MIME type.");
    }
    byte[] bytes = bytes(block.path("data"), mime);
    block.remove("data");
    String filename = tool + "." + mime.replaceAll(".*/|;.*", "");
    return named(block, media(mime, filename, ByteSource.of(bytes), null));
  }

  /** Returns a MIME type as providers know it: in lower case, with parameters only for audio. */
  private static String mime(JsonNode given, String otherwise) {
    Matcher type = MIME.matcher(given.stringValue(""));
    if (!type.matches()) {
      return otherwise;
    }
    String plain = type.group(1).toLowerCase(Locale.ROOT);
    return plain.startsWith("audio/") ? plain + type.group(2) : plain;
  }

  private Media resource(ObjectNode block) throws Exception {
    String uri = block.path("uri").asString("");
    String filename = uri.substring(uri.lastIndexOf('/') + 1).replaceAll("\\p{Cntrl}", "_");
    filename = filename.isEmpty() ? tool : filename;
    String source = uri.isEmpty() ? null : uri;
    JsonNode blob = block.remove("blob");
    if (block.path("text").isString()) {
      String mime = mime(block.path("mimeType"), "text/plain");
      return named(block, document(mime, filename, block.remove("text").stringValue(), source));
    }
    String mime = mime(block.path("mimeType"), "application/octet-stream");
    byte[] bytes = bytes(blob, mime);
    return named(block, media(mime, filename, ByteSource.of(bytes), source));
  }

  private static Media named(ObjectNode block, Media media) {
    block.put("media", media.id());
    return media;
  }

  /** Reads base64 in common variants: with line breaks, with URL-safe characters, as a data URL. */
  private static byte[] bytes(@Nullable JsonNode base64, String mimeType) throws Unreadable {
    if (base64 != null && base64.isString()) {
      String text = DATA_URL.matcher(base64.stringValue()).replaceFirst("");
      String plain = text.replaceAll("\\s", "").replace('-', '+').replace('_', '/');
      try {
        byte[] bytes = Base64.getDecoder().decode(plain);
        if (bytes.length > 0) {
          return bytes;
        }
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
    MediaKind kind = MediaKind.ofMimeType(mimeType);
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
