package dev.adk4j.internal;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Distinguishes errors of the virtual machine from failures of application code. The single rule
 * for all calls of listeners, middleware, callbacks, tools, filters, hooks and other application
 * code: any of its exceptions is a failure of that code, including a {@link StackOverflowError},
 * {@link LinkageError} or {@link AssertionError}; only the other {@linkplain VirtualMachineError
 * virtual machine errors}, such as a lack of memory, are rethrown.
 */
public final class FatalErrors {

  private static final int MOST_CAUSES = 20;

  private FatalErrors() {}

  /** Returns true for an error that must be rethrown. */
  public static boolean isFatal(Throwable thrown) {
    return thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError);
  }

  /** Rethrows an error that must be rethrown; returns for a failure of application code. */
  public static void rethrow(Throwable thrown) {
    if (thrown instanceof VirtualMachineError fatal && isFatal(thrown)) {
      throw fatal;
    }
  }

  /** Returns the exception and its causes, at most 20. */
  public static List<Throwable> causes(Throwable thrown) {
    return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
        .limit(MOST_CAUSES)
        .toList();
  }

  /** Sets the interrupt flag again if an interrupt ended the code that threw. */
  public static void keepInterrupt(Throwable thrown) {
    if (thrown instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns the exception as a type that the caller may throw, for exceptions that are stored and
   * thrown later: {@code throw FatalErrors.<Exception>unchanged(failure)}.
   */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public static <E extends Throwable> E unchanged(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
