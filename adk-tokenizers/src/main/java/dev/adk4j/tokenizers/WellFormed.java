package dev.adk4j.tokenizers;

/**
 * The tokenizer takes UTF-8, which has no unpaired surrogates: as everywhere, they are replacement
 * characters there.
 */
final class WellFormed {

  private WellFormed() {}

  static String of(String text) {
    StringBuilder replaced = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else {
        replaced = replaced == null ? new StringBuilder(text) : replaced;
        replaced.setCharAt(i, '\ufffd');
      }
    }
    return replaced == null ? text : replaced.toString();
  }
}
