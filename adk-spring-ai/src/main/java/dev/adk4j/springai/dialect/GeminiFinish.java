package dev.adk4j.springai.dialect;

import com.google.genai.types.FinishReason;

/**
 * Distinguishes Gemini's finish reason from the one that Spring AI 2.0 sets if there is none. Both
 * are {@code STOP}, but only the latter is the client's constant; a reason from the network is a
 * separate string. Separate from the dialect, which works without Google's classes.
 */
final class GeminiFinish {

  private static final String CONSTANT = new FinishReason(FinishReason.Known.STOP).toString();

  /**
   * False if the client uses its constant for every reason: then each reason counts as received.
   */
  private static final boolean DIFFER = isOther(new FinishReason(new String(CONSTANT)));

  private GeminiFinish() {}

  static boolean isGiven(Object reason) {
    return !DIFFER || isOther(reason);
  }

  @SuppressWarnings("ReferenceEquality")
  private static boolean isOther(Object reason) {
    return reason.toString() != CONSTANT;
  }
}
