package dev.adk4j.bytes;

import java.nio.charset.StandardCharsets;

/** The one way text becomes bytes and back: what cannot be encoded or decoded becomes U+FFFD. */
final class Utf8 {

  private Utf8() {}

  static byte[] encode(String text) {
    return (isWellFormed(text) ? text : repaired(text)).getBytes(StandardCharsets.UTF_8);
  }

  static String decode(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  static String decode(byte[] bytes, int offset, int length) {
    return new String(bytes, offset, length, StandardCharsets.UTF_8);
  }

  private static boolean isWellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i)) && Character.codePointAt(text, i++) < 0x10000) {
        return false;
      }
    }
    return true;
  }

  // String.getBytes would write a question mark, which reads like content.
  private static String repaired(String text) {
    StringBuilder repaired = new StringBuilder(text.length());
    text.codePoints()
        .forEach(c -> repaired.appendCodePoint(c >= 0xD800 && c <= 0xDFFF ? 0xFFFD : c));
    return repaired.toString();
  }
}
