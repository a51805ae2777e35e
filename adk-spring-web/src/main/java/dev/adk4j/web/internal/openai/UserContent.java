package dev.adk4j.web.internal.openai;

import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.Message;
import dev.adk4j.web.internal.protocol.ProtocolMedia;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Reads a user message with its images and files, in the forms of both endpoints. */
final class UserContent {

  /**
   * Maximum number of parts of one message; the library's own limit, since each part is an object
   * in memory.
   */
  private static final int MOST = 100;

  private final String at;
  private final List<String> texts = new ArrayList<>();
  private final List<Media> media = new ArrayList<>();

  private UserContent(String at) {
    this.at = at;
  }

  /**
   * Reads a text or a list of parts.
   *
   * @param at name of the field in errors
   */
  static Message read(JsonNode content, String at) {
    UserContent reader = new UserContent(at);
    if (content.isString()) {
      reader.texts.add(content.stringValue());
    } else if (content.isArray() && content.size() <= MOST) {
      content.forEach(reader::part);
    } else if (content.isArray()) {
      throw OpenAiErrors.invalid(at, "The content has more than " + MOST + " parts.");
    } else if (!RequestRules.absent(content)) {
      throw OpenAiErrors.invalid(at, "The content must be a text or a list of parts.");
    }
    String text = String.join("\n", reader.texts);
    if (text.isEmpty() && reader.media.isEmpty()) {
      throw OpenAiErrors.invalid(at, "The message has no content.");
    }
    return ProtocolMedia.user(text, reader.media);
  }

  private void part(JsonNode part) {
    String type = part.path("type").asString("");
    switch (type) {
      case "text", "input_text" -> text(part.path("text"));
      case "image_url", "input_image" -> media.add(image(part.path("image_url")));
      case "file" -> media.add(file(part.path("file")));
      case "input_file" -> media.add(file(part));
      case "input_audio" -> media.add(audio(part.path("input_audio")));
      default ->
          throw OpenAiErrors.unsupported(
              at, "Parts of a user's message are texts, images, files and audio.");
    }
  }

  private void text(JsonNode text) {
    if (RequestRules.absent(text)) {
      return;
    }
    if (!text.isString()) {
      throw OpenAiErrors.invalid(at, "A part of type text needs a text.");
    }
    texts.add(text.stringValue());
  }

  /** Both endpoints have used both forms: the URL itself, and an object around it. */
  private Media image(JsonNode image) {
    JsonNode url = image.isObject() ? image.path("url") : image;
    if (RequestRules.absent(url)) {
      throw OpenAiErrors.unsupported(
          at, "An image must be sent as image_url; ids are not supported.");
    }
    return media(url.asString(""), "image");
  }

  private Media file(JsonNode file) {
    String data = file.path("file_data").asString("");
    if (data.isEmpty()) {
      throw OpenAiErrors.unsupported(
          at, "A file must be sent as file_data; ids and URLs are not supported.");
    }
    String name = file.path("filename").asString("");
    return media(
        isData(data) ? data : "data:application/octet-stream;base64," + data,
        name.isBlank() ? "file" : name);
  }

  private Media audio(JsonNode audio) {
    String format = audio.path("format").asString("").toLowerCase(Locale.ROOT);
    if (format.isEmpty() || RequestRules.absent(audio.path("data"))) {
      throw OpenAiErrors.invalid(at, "A part of type input_audio requires data and format.");
    }
    return media("data:audio/" + format + ";base64," + audio.path("data").asString(""), "audio");
  }

  private static boolean isData(String url) {
    return url.regionMatches(true, 0, "data:", 0, "data:".length());
  }

  private Media media(String url, String name) {
    if (!isData(url)) {
      throw OpenAiErrors.unsupported(
          at, "Images and files must be sent as data: URLs in base64; other URLs are not fetched.");
    }
    try {
      return ProtocolMedia.ofDataUrl(url, null, name);
    } catch (AdkException e) {
      throw OpenAiErrors.invalid(at, String.valueOf(e.getMessage()));
    }
  }
}
