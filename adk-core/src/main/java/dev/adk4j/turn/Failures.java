package dev.adk4j.turn;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.internal.FatalErrors;

/** Wraps exceptions of user code. */
final class Failures {

  private Failures() {}

  /** Returns the failure of an executor, or of any part that is handled like one. */
  public static AdkException executor(Throwable thrown) {
    return pipeline(AdkErrorCode.E_LLM_EXECUTION_EXECUTOR_ERROR, thrown);
  }

  /**
   * Returns the exception itself if it is an {@link AdkException}, otherwise wraps it as an
   * executor's failure.
   */
  public static AdkException asAdk(Throwable thrown) {
    return thrown instanceof AdkException ours ? ours : executor(thrown);
  }

  /** Returns the failure of a pipeline whose end was not reached although no middleware failed. */
  public static AdkException shortCircuit(String label) {
    return AdkException.saying(
        AdkErrorCode.E_PIPELINE_SHORT_CIRCUITED,
        "A middleware of the %s pipeline returned without calling next.",
        label);
  }

  /** Returns the failure of a middleware, or of any other part. */
  public static AdkException pipeline(ErrorCode code, Throwable thrown) {
    if (thrown instanceof AdkException refusal
        && AdkException.is(refusal, AdkErrorCode.E_GUARD_REFUSED)) {
      return refusal;
    }
    FatalErrors.keepInterrupt(thrown);
    return new AdkException(code, message(code.meaning(), thrown), thrown);
  }

  /** Builds the message. Never fails, even if the exception fails to return its own message. */
  private static String message(String base, Throwable thrown) {
    try {
      String why = thrown.getMessage();
      if (why != null && !why.isBlank() && !why.equals(base)) {
        return base.substring(0, base.length() - 1) + ": " + why.trim();
      }
    } catch (Throwable e) {
      return base;
    }
    return base;
  }
}
