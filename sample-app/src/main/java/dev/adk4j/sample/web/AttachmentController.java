package dev.adk4j.sample.web;

import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Returns attachments. Browsers display only images; all other types are downloads. */
@RestController
class AttachmentController {

  private final Conversations conversations;
  private final ConversationIds ids;

  AttachmentController(Conversations conversations, ConversationIds ids) {
    this.conversations = conversations;
    this.ids = ids;
  }

  @GetMapping("/api/conversations/{id}/attachments/{mediaId}")
  ResponseEntity<Resource> download(@PathVariable String id, @PathVariable String mediaId)
      throws IOException {
    Media media =
        conversations
            .attachment(ids.scope(id), mediaId)
            .orElseThrow(() -> new ApiProblemException(ApiProblem.UNKNOWN_ATTACHMENT));
    ContentDisposition.Builder disposition =
        media.kind() == MediaKind.IMAGE
            ? ContentDisposition.inline()
            : ContentDisposition.attachment();
    return ResponseEntity.ok()
        .contentType(MediaType.parseMediaType(media.mimeType()))
        .header(
            HttpHeaders.CONTENT_DISPOSITION,
            disposition.filename(media.filename(), StandardCharsets.UTF_8).build().toString())
        .header(HttpHeaders.CACHE_CONTROL, "private, max-age=3600")
        .body(new InputStreamResource(media.openStream()));
  }
}
