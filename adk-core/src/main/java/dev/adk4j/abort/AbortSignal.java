package dev.adk4j.abort;

import dev.adk4j.internal.NoJsonForm;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Read-only view of an {@link AbortController}. Thread-safe.
 *
 * @since 0.1.0
 */
@NoJsonForm
public interface AbortSignal {

  /** Returns true if the controller was aborted. */
  boolean aborted();

  /** Returns the reason of the first abort; null before it, or if it has none. */
  @Nullable Object reason();

  /**
   * Calls the listener once with the reason when the signal fires, on the aborting thread, or
   * immediately if it has fired. A listener's exception is logged and does not stop the others.
   */
  Subscription onAbort(Consumer<@Nullable Object> listener);

  /** Throws {@link AbortException} if the signal has fired. */
  void throwIfAborted();
}
