package dev.adk4j.sample.web;

import dev.adk4j.bytes.InMemoryMediaReader;
import dev.adk4j.primitive.Media;
import dev.adk4j.sample.attachments.AttachmentType;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.web.multipart.MultipartFile;

/** Makes media of what was uploaded: from a person, so private to a third party and hazardous. */
final class Uploads {

  private static final int MAX_NAME = 120;

  private Uploads() {}

  /** Reads all bytes: a turn goes on when the request, and its temporary file, is gone. */
  static Media media(MultipartFile file) throws IOException {
    byte[] bytes = file.getBytes();
    String name = name(file.getOriginalFilename());
    if (bytes.length == 0 || name.isEmpty()) {
      throw new ApiProblemException(ApiProblem.ATTACHMENT_EMPTY);
    }
    AttachmentType type =
        AttachmentType.of(name, bytes)
            .orElseThrow(() -> new ApiProblemException(ApiProblem.ATTACHMENT_TYPE));
    return Media.userAttachment(type.kind(), type.mimeType(), name, new InMemoryMediaReader(bytes));
  }

  /** Without folders and control characters; the ending stays where the name is too long. */
  private static String name(@Nullable String given) {
    if (given == null) {
      return "";
    }
    String name =
        given
            .substring(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1)
            .replaceAll("[\\p{Cntrl}\\p{Cf}\"]", "")
            .strip();
    return name.length() <= MAX_NAME ? name : name.substring(name.length() - MAX_NAME);
  }
}
