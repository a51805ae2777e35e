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
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** Creates messages and attachments from a client's input. URLs are never fetched. */
public final class ProtocolMedia {

  private static final int LONGEST_NAME = 200;

  private ProtocolMedia() {}

  /**
   * Returns a user message with the current time.
   *
   * @throws AdkException {@code E_INPUT_UNREADABLE} for a message without text and attachments
   */
  public static Message user(String text, List<Media> attachments) {
    if (text.isEmpty() && attachments.isEmpty()) {
      throw unreadable("The last user message has neither text nor files.");
    }
    Instant now = Instant.now();
    return Message.builder()
        .id(Ids.next())
        .role(MessageRole.USER)
        .content(text.isEmpty() ? null : text)
        .attachments(attachments)
        .createdAt(now)
        .updatedAt(now)
        .build();
  }

  /**
   * Returns the attachment of a {@code data:} URL.
   *
   * @throws AdkException {@code E_INPUT_UNREADABLE} for any other URL
   */
  public static Media ofDataUrl(String url, @Nullable String mediaType, @Nullable String filename) {
    int comma = url.indexOf(',');
    String head = comma < 0 ? "" : url.substring(0, comma).toLowerCase(Locale.ROOT);
    if (!head.startsWith("data:") || !head.endsWith(";base64")) {
      throw unreadable("A file must be sent in the request, as a data: URL in base64.");
    }
    String own = head.substring("data:".length(), head.length() - ";base64".length());
    return ofBase64(url.substring(comma + 1), mediaType == null ? own : mediaType, filename);
  }

  /**
   * Returns the attachment of these bytes, whose base64 may have line breaks or be that of URLs.
   */
  public static Media ofBase64(String base64, String mediaType, @Nullable String filename) {
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
      return Media.userAttachment(
          MediaKind.ofMimeType(plain),
          plain,
          name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME),
          MediaReader.of(bytes));
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
