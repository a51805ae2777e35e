package dev.adk4j.turn;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;

/** Wraps what user code threw, and sees to the thread's interrupt flag. */
final class Failures {

  private Failures() {}

  /** The failure of a middleware. */
  public static AdkException pipeline(AdkErrorCode code, Throwable thrown) {
    return wrap(code, thrown);
  }

  /** The failure of an executor, or of anything that is handled like one. */
  public static AdkException executor(Throwable thrown) {
    return wrap(AdkErrorCode.E_LLM_EXECUTION_EXECUTOR_ERROR, thrown);
  }

  /** The exception itself where it is one of ours, else wrapped as an executor's failure. */
  public static AdkException asAdk(Throwable thrown) {
    return thrown instanceof AdkException ours ? ours : executor(thrown);
  }

  /** No layer of that pipeline failed, and yet its end was not reached. */
  public static AdkException shortCircuit(String label) {
    return AdkException.of(AdkErrorCode.E_PIPELINE_SHORT_CIRCUITED)
        .message("A middleware of the " + label + " pipeline returned without calling next.")
        .args(label)
        .build();
  }

  /** Sets the interrupt flag again where an interrupt ended the user's code. */
  public static void keepInterrupt(Throwable thrown) {
    if (thrown instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
  }

  private static AdkException wrap(AdkErrorCode code, Throwable thrown) {
    keepInterrupt(thrown);
    return new AdkException(code, message(code.meaning(), thrown), thrown);
  }

  /**
   * Building the wrapper must never fail, whatever the exception does when it is asked for its
   * message.
   */
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
