package dev.adk4j.memory.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 over several texts, kept apart by a character none of them can forge. */
public final class Digests {

  private static final HexFormat HEX = HexFormat.of();

  private Digests() {}

  /**
   * 64 lower-case hex digits. Each text is preceded by its length, so that no two lists of texts
   * read the same.
   */
  public static String sha256(String... texts) {
    MessageDigest digest = digest();
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
      digest.update(bytes);
    }
    return HEX.formatHex(digest.digest());
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
