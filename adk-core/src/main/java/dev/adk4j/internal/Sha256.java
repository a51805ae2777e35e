package dev.adk4j.internal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes SHA-256. */
public final class Sha256 {

  private static final HexFormat HEX = HexFormat.of();

  private Sha256() {}

  /** Returns a digest for input in parts. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  /** Returns 64 lower-case hex digits. */
  public static String hex(byte[] bytes) {
    return HEX.formatHex(digest().digest(bytes));
  }

  /** Returns 64 lower-case hex digits over the text as UTF-8. */
  public static String hex(String text) {
    return hex(text.getBytes(StandardCharsets.UTF_8));
  }
}
