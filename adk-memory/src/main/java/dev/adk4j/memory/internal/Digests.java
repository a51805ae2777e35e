package dev.adk4j.memory.internal;

import dev.adk4j.internal.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Computes SHA-256 over several texts. */
public final class Digests {

  private static final HexFormat HEX = HexFormat.of();

  private Digests() {}

  /**
   * Returns 64 lower-case hex digits. Each text is preceded by its length, so different lists of
   * texts have different digests.
   */
  public static String sha256(String... texts) {
    MessageDigest digest = Sha256.digest();
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
      digest.update(bytes);
    }
    return HEX.formatHex(digest.digest());
  }
}
