package dev.adk4j.springai.dialect;

import dev.adk4j.springai.failure.ProviderFailure;
import java.util.Locale;

/** Recognizes the subject of a provider's error. */
final class Rejections {

  private static final int BAD_REQUEST = 400;

  private Rejections() {}

  static boolean mentions(ProviderFailure failure, String... words) {
    String detail = failure.detail().toLowerCase(Locale.ROOT);
    for (String word : words) {
      if (failure.status() == BAD_REQUEST && detail.contains(word)) {
        return true;
      }
    }
    return false;
  }
}
