package dev.adk4j.web.internal.protocol;

import dev.adk4j.bytes.MediaReader;
import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.value.Ids;
import dev.adk4j.web.WebErrorCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** Collects the texts and files of a user message. URLs are never fetched. */
public final class UserInput {

  private static final int LONGEST_NAME = 200;

  private final List<String> texts = new ArrayList<>();
  private final List<Media> files = new ArrayList<>();

  public void text(String text) {
    if (!text.isEmpty()) {
      texts.add(text);
    }
  }

  /** Returns true if there is neither a text nor a file. */
  public boolean isEmpty() {
    return texts.isEmpty() && files.isEmpty();
  }

  /** Returns true if there is neither a text that is not blank nor a file. */
  public boolean isBlank() {
    return files.isEmpty() && texts.stream().allMatch(String::isBlank);
  }

  /**
   * Returns the message, with the current time.
   *
   * @param separator separator of its texts
   * @throws AdkException {@code E_INPUT_UNREADABLE} for a message without texts and files
   */
  public Message message(String separator) {
    if (isEmpty()) {
      throw unreadable("The last user message has neither text nor files.");
    }
    Instant now = Instant.now();
    return Message.builder()
        .id(Ids.next())
        .role(MessageRole.USER)
        .content(texts.isEmpty() ? null : String.join(separator, texts))
        .attachments(files)
        .createdAt(now)
        .updatedAt(now)
        .build();
  }

  /**
   * Adds the file of a {@code data:} URL.
   *
   * @throws AdkException {@code E_INPUT_UNREADABLE} for any other URL
   */
  public void dataUrl(String url, @Nullable String mediaType, @Nullable String filename) {
    int comma = url.indexOf(',');
    String head = comma < 0 ? "" : url.substring(0, comma).toLowerCase(Locale.ROOT);
    if (!head.startsWith("data:") || !head.endsWith(";base64")) {
      throw unreadable("A file must be sent in the request, as a data: URL in base64.");
    }
    String own = head.substring("data:".length(), head.length() - ";base64".length());
    base64(url.substring(comma + 1), mediaType == null ? own : mediaType, filename);
  }

  /** Adds a file of these bytes, whose base64 may have line breaks or be that of URLs. */
  public void base64(String base64, String mediaType, @Nullable String filename) {
    try {
      MediaType type = MediaType.parseMediaType(mediaType);
      String plain = type.getType() + "/" + type.getSubtype();
      byte[] bytes =
          Base64.getDecoder()
              .decode(base64.replaceAll("\\s", "").replace('-', '+').replace('_', '/'));
      if (bytes.length == 0) {
        throw unreadable("A file is empty.");
      }
      String name = filename == null || filename.isBlank() ? "attachment" : filename;
      files.add(
          Media.userAttachment(
              MediaKind.ofMimeType(plain),
              plain,
              name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME),
              MediaReader.of(bytes)));
    } catch (InvalidMediaTypeException e) {
      throw unreadable("The media type of a file cannot be read.");
    } catch (IllegalArgumentException e) {
      throw unreadable("A file is not valid base64.");
    }
  }

  private static AdkException unreadable(String message) {
    return new AdkException(WebErrorCode.E_INPUT_UNREADABLE, message);
  }
}
