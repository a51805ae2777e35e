package dev.adk4j.internal;

/**
 * Tells errors of the virtual machine from failures of somebody else's code. The one rule for
 * everything that calls listeners, middleware, callbacks, tools, filters, hooks and other parts of
 * an application: whatever such a part throws is a failure of that part, a {@link
 * StackOverflowError}, {@link LinkageError} or {@link AssertionError} included; only the other
 * {@linkplain VirtualMachineError virtual machine errors}, such as a lack of memory, are nobody's
 * failure and pass.
 */
public final class FatalErrors {

  private FatalErrors() {}

  /** Returns true for an error that must pass. */
  public static boolean isFatal(Throwable thrown) {
    return thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError);
  }

  /** Throws the error where it must pass, and returns where a part has failed. */
  public static void rethrow(Throwable thrown) {
    if (thrown instanceof VirtualMachineError fatal && isFatal(thrown)) {
      throw fatal;
    }
  }

  /**
   * Returns the exception under a type that the caller may throw, for exceptions that are kept and
   * thrown later: {@code throw FatalErrors.<Exception>unchanged(failure)}.
   */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public static <E extends Throwable> E unchanged(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
