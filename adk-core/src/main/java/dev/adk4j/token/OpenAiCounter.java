package dev.adk4j.token;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.Surrogates;

/**
 * Counts tokens of OpenAI's byte-pair encodings. Loads the tables at the first use, once per
 * process.
 */
final class OpenAiCounter {

  private static final int PART = 4_096;

  private static final EncodingRegistry ENCODINGS = Encodings.newLazyEncodingRegistry();

  private OpenAiCounter() {}

  static int count(TokenEncoding encoding, String text) {
    Encoding counting = encoding(encoding);
    // The models see a replacement character for which Java would send a question mark.
    String wellFormed = Surrogates.replaced(text);
    int tokens = 0;
    for (int start = 0; start < wellFormed.length(); ) {
      if (start > 0 && Thread.currentThread().isInterrupted()) {
        throw new AdkException(
            AdkErrorCode.E_TURN_ABORTED, "Counting the tokens of a long text was interrupted.");
      }
      int end = end(wellFormed, start);
      // The ordinary count treats spellings of special tokens as text instead of rejecting them.
      tokens += counting.countTokensOrdinary(wellFormed.substring(start, end));
      start = end;
    }
    return tokens;
  }

  /**
   * Returns the end of the next part of a long text: before a blank between two letters, which
   * begins a new token in every encoding. A run of {@value #PART} characters without such a
   * position is cut anywhere, since its time and memory grow out of proportion; the cut changes its
   * count by a token or two.
   */
  private static int end(String text, int start) {
    int most = start + PART;
    if (most >= text.length()) {
      return text.length();
    }
    for (int i = most; i > start + PART / 2; i--) {
      if (text.charAt(i) == ' '
          && Character.isLetter(text.charAt(i - 1))
          && Character.isLetter(text.charAt(i + 1))) {
        return i;
      }
    }
    return Character.isLowSurrogate(text.charAt(most)) ? most - 1 : most;
  }

  private static Encoding encoding(TokenEncoding encoding) {
    // The tables of gpt2 and r50k_base differ only in special tokens, which are not counted as
    // such.
    TokenEncoding table = encoding == TokenEncoding.GPT2 ? TokenEncoding.R50K_BASE : encoding;
    return ENCODINGS.getEncoding(EncodingType.valueOf(table.name()));
  }
}
