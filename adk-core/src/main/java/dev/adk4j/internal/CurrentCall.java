package dev.adk4j.internal;

import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Holds the tool call of a thread, so that a blocking method in it can let the call wait without
 * its thread.
 */
public final class CurrentCall {

  private static final ThreadLocal<@Nullable CurrentCall> HERE = new ThreadLocal<>();

  private final String id;
  private int waits;
  private @Nullable String gate;

  private CurrentCall(String id) {
    this.id = id;
  }

  /** Returns the call of this thread; null for none. */
  public static @Nullable CurrentCall get() {
    return HERE.get();
  }

  /**
   * Runs the tool on this thread.
   *
   * @param id of the call's record
   * @param waiting receives the gate that the call waits for, regardless of the tool's own result
   */
  public static <T> T run(String id, Callable<T> tool, Function<String, T> waiting)
      throws Exception {
    CurrentCall outer = HERE.get();
    CurrentCall call = new CurrentCall(id);
    HERE.set(call);
    try {
      T output = tool.call();
      return call.gate == null ? output : waiting.apply(call.gate);
    } catch (Exception e) {
      if (call.gate == null) {
        throw e;
      }
      return waiting.apply(call.gate);
    } finally {
      if (outer == null) {
        HERE.remove();
      } else {
        HERE.set(outer);
      }
    }
  }

  public String id() {
    return id;
  }

  /** Returns a key for the call's next wait; the same wait of another run has the same key. */
  public String nextKey() {
    return id + "/" + ++waits;
  }

  /** Lets the call wait at that gate. */
  public void leave(String gate) {
    this.gate = gate;
  }
}
