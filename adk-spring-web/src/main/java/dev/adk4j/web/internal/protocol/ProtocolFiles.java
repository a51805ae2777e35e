package dev.adk4j.web.internal.protocol;

import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.value.Displayable;
import dev.adk4j.value.Scope;
import dev.adk4j.web.WebErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * Serves the files of stored conversations: attachments of messages, and media that tools returned.
 *
 * @param history null if stored records cannot be read; then there are no files
 */
public record ProtocolFiles(@Nullable ThreadHistory history) {

  /** Number of records of a conversation in which a file is searched. */
  private static final int MOST = 1_000;

  /** Types that a browser shows inline; all others are offered for download. */
  private static final Set<String> SHOWN =
      Set.of("image/png", "image/jpeg", "image/gif", "image/webp", "image/avif");

  /** Returns true if files can be served. */
  public boolean canServe() {
    return history != null;
  }

  /**
   * Returns the bytes of a file, with headers that keep a browser from running it as a page.
   *
   * @param scope scope of the caller's conversation
   * @param id id of the media
   * @throws AdkException {@code E_FILE_NOT_FOUND} if the newest records of the conversation have no
   *     such file
   */
  public ResponseEntity<Resource> serve(Scope scope, String id) {
    Media media = find(scope, id);
    MediaType type = type(media.mimeType());
    boolean shown = SHOWN.contains(type.toString()) || isSound(type);
    ContentDisposition disposition =
        (shown ? ContentDisposition.inline() : ContentDisposition.attachment())
            .filename(media.filename(), StandardCharsets.UTF_8)
            .build();
    return ResponseEntity.ok()
        .contentType(type)
        .cacheControl(CacheControl.noCache().cachePrivate())
        .header(HttpHeaders.CONTENT_DISPOSITION, disposition.toString())
        .header("Content-Security-Policy", "default-src 'none'; sandbox")
        .header("X-Content-Type-Options", "nosniff")
        .body(new InputStreamResource(media::openStream, media.filename()));
  }

  private Media find(Scope scope, String id) {
    List<? extends Displayable> records = history == null ? List.of() : history.read(scope, MOST);
    return records.stream()
        .flatMap(ProtocolFiles::files)
        .filter(media -> media.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new AdkException(
                    WebErrorCode.E_FILE_NOT_FOUND, "The conversation has no such file."));
  }

  private static Stream<Media> files(Displayable stored) {
    return switch (stored) {
      case Message message -> message.attachments().stream();
      case ToolCall call when call.results() instanceof ToolResults.MediaItems media ->
          media.items().stream();
      default -> Stream.empty();
    };
  }

  private static boolean isSound(MediaType type) {
    return type.getType().equals("audio") || type.getType().equals("video");
  }

  private static MediaType type(String mimeType) {
    try {
      return MediaType.parseMediaType(mimeType);
    } catch (InvalidMediaTypeException e) {
      return MediaType.APPLICATION_OCTET_STREAM;
    }
  }
}
