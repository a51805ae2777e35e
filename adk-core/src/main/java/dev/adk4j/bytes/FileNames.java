package dev.adk4j.bytes;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Turns any text into a file name of its own: different texts never share a name, on file systems
 * that ignore case neither, and no name is reserved, hidden or leads elsewhere. A text too long for
 * a name is named by its SHA-256.
 */
final class FileNames {

  private static final int MAX = 180;

  private FileNames() {}

  /**
   * The name of {@code text}; {@code kind} is a letter that keeps names of different uses apart.
   */
  static String of(char kind, String text) {
    StringBuilder name = new StringBuilder().append(kind).append('-');
    for (int i = 0; i < text.length() && name.length() <= MAX; i++) {
      char c = text.charAt(i);
      if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_') {
        name.append(c);
      } else if (c >= 'A' && c <= 'Z') {
        name.append('+').append((char) (c + 32));
      } else {
        name.append('~').append(HexFormat.of().toHexDigits(c));
      }
    }
    return name.length() <= MAX ? name.toString() : kind + "=" + digest(text);
  }

  private static String digest(String text) {
    try {
      // Every char counts: UTF-8 would fold all halves of surrogate pairs into one.
      byte[] units = new byte[2 * text.length()];
      for (int i = 0; i < text.length(); i++) {
        units[2 * i] = (byte) (text.charAt(i) >> 8);
        units[2 * i + 1] = (byte) text.charAt(i);
      }
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(units));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }
}
