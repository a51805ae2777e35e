package dev.adk4j.abort;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Tells the exceptions that are an abort arriving at its destination from those that are failures.
 */
public final class AbortClass {

  private AbortClass() {}

  /**
   * Whether what was thrown is the abort itself and so not reported: an {@link AbortException}
   * always; an aborted gate, a cancellation or an interrupt only while {@code aborted}, also as the
   * direct cause of what was thrown.
   */
  public static boolean matches(Throwable thrown, boolean aborted) {
    return thrown instanceof AbortException
        || (aborted && (isAbort(thrown) || isAbort(thrown.getCause())));
  }

  private static boolean isAbort(@Nullable Throwable thrown) {
    return thrown instanceof AbortException
        || thrown instanceof CancellationException
        || thrown instanceof InterruptedException
        || AdkException.is(thrown, AdkErrorCode.E_TURN_GATE_ABORTED);
  }
}
