package dev.adk4j.abort;

import dev.adk4j.value.NoJsonForm;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by {@link AbortSignal#throwIfAborted()}; the loop takes it for the abort itself and never
 * reports it.
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

  /** What the abort gave as its reason. */
  public @Nullable Object reason() {
    return reason;
  }
}
