package dev.adk4j.abort;

import dev.adk4j.value.NoJsonForm;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Read-only view of an {@link AbortController}. Thread-safe. */
@NoJsonForm
public interface AbortSignal {

  /** Whether the controller was aborted. */
  boolean aborted();

  /** What the first abort gave as its reason; null before it, or where it gave none. */
  @Nullable Object reason();

  /**
   * Calls the listener once with the reason when the signal fires, on the aborting thread; at once
   * when it has fired. A listener that throws is logged and does not stop the others.
   */
  Subscription onAbort(Consumer<@Nullable Object> listener);

  /** Throws {@link AbortException} when the signal has fired. */
  void throwIfAborted();
}
