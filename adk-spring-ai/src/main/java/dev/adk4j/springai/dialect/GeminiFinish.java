package dev.adk4j.springai.dialect;

import com.google.genai.types.FinishReason;

/**
 * Tells a finish reason of Gemini from the one that Spring AI 2.0 writes where there is none. Both
 * are {@code STOP}, but only the latter is the client's constant; what came over the wire is a text
 * of its own. Separate from the dialect, which works without Google's classes.
 */
final class GeminiFinish {

  private static final String CONSTANT = new FinishReason(FinishReason.Known.STOP).toString();

  /** False with a client that keeps its constant for every reason: then each counts as given. */
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
