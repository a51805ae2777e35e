package dev.adk4j.token;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;

/**
 * Byte-pair counts of OpenAI's encodings. The tables are loaded at first use, once for the process.
 */
final class OpenAiCounter {

  private static final EncodingRegistry ENCODINGS = Encodings.newLazyEncodingRegistry();

  private OpenAiCounter() {}

  static int count(TokenEncoding encoding, String text) {
    // The ordinary count takes spellings of special tokens for text instead of refusing them.
    return encoding(encoding).countTokensOrdinary(withoutLoneSurrogates(text));
  }

  private static Encoding encoding(TokenEncoding encoding) {
    return ENCODINGS.getEncoding(
        switch (encoding) {
          // The tables of gpt2 and r50k_base differ only in special tokens, which are not counted
          // as such.
          case GPT2, R50K_BASE -> EncodingType.R50K_BASE;
          case P50K_BASE -> EncodingType.P50K_BASE;
          case P50K_EDIT -> EncodingType.P50K_EDIT;
          case CL100K_BASE -> EncodingType.CL100K_BASE;
          case O200K_BASE -> EncodingType.O200K_BASE;
          default -> throw new IllegalArgumentException(encoding.id());
        });
  }

  /**
   * UTF-8 cannot carry them; the models see a replacement character where Java would send a
   * question mark.
   */
  private static String withoutLoneSurrogates(String text) {
    StringBuilder replaced = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (pair) {
        i++;
      } else {
        replaced = replaced == null ? new StringBuilder(text) : replaced;
        replaced.setCharAt(i, '\ufffd');
      }
    }
    return replaced == null ? text : replaced.toString();
  }
}
