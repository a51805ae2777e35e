package dev.adk4j.sample.web;

import dev.adk4j.bytes.MediaReader;
import dev.adk4j.primitive.Media;
import dev.adk4j.sample.attachments.AttachmentType;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.MultipartHttpServletRequest;

/** Converts uploads to media, which are private, untrusted and potentially hazardous. */
final class Uploads {

  /** Most characters of a text; a surrogate pair counts once. */
  private static final int MAX_NAME = 120;

  private Uploads() {}

  /** Returns the file of the request, which has at most one text. */
  static MultipartFile only(MultipartHttpServletRequest request) {
    List<MultipartFile> files =
        request.getMultiFileMap().values().stream().flatMap(List::stream).toList();
    String[] texts = request.getParameterValues("text");
    if (files.size() != 1
        || !files.getFirst().getName().equals("file")
        || (texts != null && texts.length > 1)) {
      throw new ApiProblemException(ApiProblem.MALFORMED_UPLOAD);
    }
    return files.getFirst();
  }

  /** Reads all bytes, because the turn may outlive the request and its temporary file. */
  static Media media(MultipartFile file) throws IOException {
    byte[] bytes = file.getBytes();
    String name = name(file.getOriginalFilename());
    if (bytes.length == 0 || name.isEmpty()) {
      throw new ApiProblemException(ApiProblem.ATTACHMENT_EMPTY);
    }
    AttachmentType type =
        AttachmentType.of(name, bytes)
            .orElseThrow(() -> new ApiProblemException(ApiProblem.ATTACHMENT_TYPE));
    return Media.userAttachment(type.kind(), type.mimeType(), name, MediaReader.of(bytes));
  }

  /**
   * Removes folders and format characters from a name. A name that is too long keeps its extension.
   */
  private static String name(@Nullable String given) {
    if (given == null) {
      return "";
    }
    if (given.chars().anyMatch(Character::isISOControl)) {
      throw new ApiProblemException(ApiProblem.ATTACHMENT_NAME);
    }
    String name =
        given
            .substring(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1)
            .replaceAll("[\\p{Cf}\"]", "")
            .strip();
    int tooMany = name.codePointCount(0, name.length()) - MAX_NAME;
    return tooMany <= 0 ? name : name.substring(name.offsetByCodePoints(0, tooMany));
  }
}
