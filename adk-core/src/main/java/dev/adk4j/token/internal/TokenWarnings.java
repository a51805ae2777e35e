package dev.adk4j.token.internal;

import dev.adk4j.abort.Subscription;
import dev.adk4j.internal.FatalErrors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the warning sinks of the current thread's runs; only the innermost open sink receives a
 * warning. A runner opens its sink while it runs, and propagates the sinks to the threads it starts
 * with {@link #capture()}.
 */
public final class TokenWarnings {

  private static final Logger log = LoggerFactory.getLogger(TokenWarnings.class);

  private static final ThreadLocal<@Nullable Frame> INNERMOST = new ThreadLocal<>();

  private TokenWarnings() {}

  /**
   * Makes the sink the innermost of this thread until the subscription is closed. The subscription
   * may be closed from any thread and in any order; the sink then receives nothing more, on any
   * thread.
   *
   * @param sink called on the counting thread; its exceptions are logged and do not reach the
   *     caller
   */
  public static Subscription open(Consumer<TokenWarning> sink) {
    Frame frame = new Frame(sink, innermost());
    INNERMOST.set(frame);
    return () -> {
      frame.sink = null;
      restore(innermost());
    };
  }

  /** Returns the sinks of this thread, for use on another. */
  public static Captured capture() {
    return new Captured(innermost());
  }

  /**
   * Returns false if there is no open sink: then the error of a failing tokenizer is thrown
   * instead.
   */
  public static boolean emit(TokenWarning warning) {
    Frame frame = innermost();
    Consumer<TokenWarning> sink = frame == null ? null : frame.sink;
    if (sink == null) {
      return false;
    }
    try {
      sink.accept(warning);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      log.error("A token warning sink failed; the estimate is still used.", e);
    }
    return true;
  }

  private static @Nullable Frame innermost() {
    Frame frame = INNERMOST.get();
    while (frame != null && frame.sink == null) {
      frame = frame.outer;
    }
    return frame;
  }

  private static void restore(@Nullable Frame frame) {
    if (frame == null) {
      INNERMOST.remove();
    } else {
      INNERMOST.set(frame);
    }
  }

  /** The sinks of the capturing thread. May be used repeatedly, by many threads. */
  public static final class Captured {

    private final @Nullable Frame frame;

    private Captured(@Nullable Frame frame) {
      this.frame = frame;
    }

    /** Returns an action that runs with the captured sinks. */
    public Runnable wrap(Runnable action) {
      return () -> {
        Frame before = INNERMOST.get();
        restore(frame);
        try {
          action.run();
        } finally {
          restore(before);
        }
      };
    }
  }

  private static final class Frame {

    private final @Nullable Frame outer;

    /** Null after it was closed. */
    private volatile @Nullable Consumer<TokenWarning> sink;

    private Frame(Consumer<TokenWarning> sink, @Nullable Frame outer) {
      this.sink = sink;
      this.outer = outer;
    }
  }
}
