package dev.adk4j.loop;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.internal.Mutex;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Interrupts the thread of a call when its time is over, and never after the call. */
final class TimeLimit {

  private final Thread thread = Thread.currentThread();
  private final Mutex mutex = new Mutex();
  private final CompletableFuture<Void> timer = new CompletableFuture<>();
  private boolean ended;
  private boolean over;

  private TimeLimit() {}

  /**
   * Runs the handler of a tool on this thread, within the tool's time limit if it has one. A result
   * that the handler returns despite the interrupt counts, since it has done its work.
   *
   * @throws AdkException {@code E_TOOL_TIMEOUT} if the handler failed after its time
   */
  static ToolOutput run(Tool tool, DispatchContext ctx, Callable<ToolOutput> handler)
      throws Exception {
    Duration limit = tool.timeout().orElse(null);
    if (limit == null) {
      return handler.call();
    }
    TimeLimit time = new TimeLimit();
    time.timer
        .orTimeout(TimeUnit.NANOSECONDS.convert(limit), TimeUnit.NANOSECONDS)
        .whenComplete((nothing, late) -> time.over(late));
    ToolOutput output;
    try {
      output = handler.call();
    } catch (Throwable e) {
      if (time.end() && !ctx.aborted() && !FatalErrors.isFatal(e)) {
        throw late(tool, limit, e);
      }
      throw e;
    }
    time.end();
    return output;
  }

  private static AdkException late(Tool tool, Duration limit, Throwable stopped) {
    AdkException late =
        new AdkException(
            AdkErrorCode.E_TOOL_TIMEOUT,
            "E_TOOL_TIMEOUT: the tool '"
                + tool.name()
                + "' did not end within "
                + limit.toString().substring("PT".length()).toLowerCase(Locale.ROOT)
                + " and was stopped"
                + (tool.readOnly() ? "." : "; what it had done by then is unknown."));
    // no cause: an interruption there would be taken for that of the turn
    late.addSuppressed(stopped);
    return late;
  }

  private void over(@Nullable Throwable late) {
    mutex.run(
        () -> {
          if (late != null && !ended) {
            over = true;
            thread.interrupt();
          }
        });
  }

  /** Returns true if the time was over; the interrupt flag is then cleared. */
  private boolean end() {
    timer.complete(null);
    return mutex.get(
        () -> {
          ended = true;
          if (over) {
            Thread.interrupted();
          }
          return over;
        });
  }
}
