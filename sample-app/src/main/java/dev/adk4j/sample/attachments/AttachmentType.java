package dev.adk4j.sample.attachments;

import dev.adk4j.primitive.MediaKind;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Accepted types of files, by the extension of the name. The bytes must match it. */
public enum AttachmentType {
  TEXT("text/plain", MediaKind.DOCUMENT, Set.of("txt", "log")),
  MARKDOWN("text/markdown", MediaKind.DOCUMENT, Set.of("md", "markdown")),
  CSV("text/csv", MediaKind.DOCUMENT, Set.of("csv")),
  JSON("application/json", MediaKind.DOCUMENT, Set.of("json")),
  PDF("application/pdf", MediaKind.DOCUMENT, Set.of("pdf"), '%', 'P', 'D', 'F', '-'),
  PNG("image/png", MediaKind.IMAGE, Set.of("png"), 0x89, 'P', 'N', 'G'),
  JPEG("image/jpeg", MediaKind.IMAGE, Set.of("jpg", "jpeg"), 0xFF, 0xD8, 0xFF),
  GIF("image/gif", MediaKind.IMAGE, Set.of("gif"), 'G', 'I', 'F', '8');

  private final String mimeType;
  private final MediaKind kind;
  private final Set<String> endings;
  private final int[] beginning;

  AttachmentType(String mimeType, MediaKind kind, Set<String> endings, int... beginning) {
    this.mimeType = mimeType;
    this.kind = kind;
    this.endings = endings;
    this.beginning = beginning;
  }

  public static Optional<AttachmentType> of(String filename, byte[] bytes) {
    String ending = filename.substring(filename.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(type -> type.endings.contains(ending) && type.fits(bytes))
        .findFirst();
  }

  public String mimeType() {
    return mimeType;
  }

  public MediaKind kind() {
    return kind;
  }

  /** Returns true if a tool can read it as text. */
  static boolean isText(String mimeType) {
    return mimeType.startsWith("text/") || mimeType.equals(JSON.mimeType);
  }

  private boolean fits(byte[] bytes) {
    return beginning.length == 0 ? isUtf8(bytes) : beginsRight(bytes);
  }

  private boolean beginsRight(byte[] bytes) {
    for (int i = 0; i < beginning.length; i++) {
      if (i >= bytes.length || (bytes[i] & 0xFF) != beginning[i]) {
        return false;
      }
    }
    return true;
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
