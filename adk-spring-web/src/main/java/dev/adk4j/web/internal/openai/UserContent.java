package dev.adk4j.web.internal.openai;

import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.Message;
import dev.adk4j.web.internal.protocol.UserInput;
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
  private final UserInput input = new UserInput();

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
      reader.input.text(content.stringValue());
    } else if (content.isArray() && content.size() <= MOST) {
      content.forEach(reader::part);
    } else if (!RequestRules.absent(content)) {
      throw OpenAiErrors.invalid(at, "The content must be a text, or at most " + MOST + " parts.");
    }
    if (reader.input.isEmpty()) {
      throw OpenAiErrors.invalid(at, "The message has no content.");
    }
    return reader.input.message("\n");
  }

  private void part(JsonNode part) {
    switch (part.path("type").asString("")) {
      case "text", "input_text" -> text(part.path("text"));
      case "image_url", "input_image" -> image(part.path("image_url"));
      case "file" -> file(part.path("file"));
      case "input_file" -> file(part);
      case "input_audio" -> audio(part.path("input_audio"));
      default ->
          throw OpenAiErrors.unsupported(
              at, "Parts of a user's message are texts, images, files and audio.");
    }
  }

  private void text(JsonNode text) {
    if (!text.isString() && !RequestRules.absent(text)) {
      throw OpenAiErrors.invalid(at, "A part of type text needs a text.");
    }
    input.text(text.isString() ? text.stringValue() : "");
  }

  /** Both endpoints have used both forms: the URL itself, and an object around it. */
  private void image(JsonNode image) {
    JsonNode url = image.isObject() ? image.path("url") : image;
    add("", url.asString(""), "image");
  }

  private void file(JsonNode file) {
    String name = file.path("filename").asString("");
    add(
        "application/octet-stream",
        file.path("file_data").asString(""),
        name.isBlank() ? "file" : name);
  }

  private void audio(JsonNode audio) {
    String format = audio.path("format").asString("").toLowerCase(Locale.ROOT);
    add(format.isEmpty() ? "" : "audio/" + format, audio.path("data").asString(""), "audio");
  }

  /**
   * @param type media type of content in base64; empty if only {@code data:} URLs are supported
   */
  private void add(String type, String content, String name) {
    boolean isUrl = content.regionMatches(true, 0, "data:", 0, "data:".length());
    if (content.isEmpty() || !isUrl && type.isEmpty()) {
      throw OpenAiErrors.unsupported(
          at,
          "Images must be sent as image_url and files as file_data, as data: URLs in base64, and"
              + " audio as data and format; ids and other URLs are not supported.");
    }
    try {
      String url = isUrl ? content : "data:" + type + ";base64," + content;
      input.dataUrl(url, null, name);
    } catch (AdkException e) {
      throw OpenAiErrors.invalid(at, String.valueOf(e.getMessage()));
    }
  }
}
