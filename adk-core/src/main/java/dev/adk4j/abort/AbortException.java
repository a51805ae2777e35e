package dev.adk4j.abort;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.NoJsonForm;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Signals an abort to the loop, which handles it as the abort itself and never reports it as an
 * error. Thrown by {@link AbortSignal#throwIfAborted()}.
 */
@NoJsonForm
public final class AbortException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient @Nullable Object reason;

  public AbortException(@Nullable Object reason) {
    super(
        reason == null ? "aborted" : "aborted: " + reason,
        reason instanceof Throwable cause ? cause : null);
    this.reason = reason;
  }

  /** Returns the reason of the abort. */
  public @Nullable Object reason() {
    return reason;
  }

  /**
   * Returns true if the throwable is the abort itself and so not reported: always for an {@code
   * AbortException}; for an aborted gate, a cancellation or an interrupt only if {@code aborted},
   * also as the direct cause of the exception.
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
