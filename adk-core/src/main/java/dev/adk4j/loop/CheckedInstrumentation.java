package dev.adk4j.loop;

import dev.adk4j.internal.FatalErrors;
import org.jspecify.annotations.Nullable;

/**
 * Enforces the contract of an instrumentation, so that one that skips a call or swallows an
 * exception cannot hide a failure.
 */
record CheckedInstrumentation(Instrumentation given) implements Instrumentation {

  @Override
  public <T extends @Nullable Object> T around(Operation operation, Invocation<T> invocation)
      throws Exception {
    Once<T> once = new Once<>(operation, invocation);
    T result;
    try {
      result = given.around(operation, once);
    } catch (Throwable e) {
      once.rethrowFatal();
      throw e;
    }
    once.verify();
    return result;
  }

  @Override
  public void beforeTurn() {
    given.beforeTurn();
  }

  @Override
  public Runnable propagate(Runnable task) {
    return given.propagate(task);
  }

  private static final class Once<T extends @Nullable Object> implements Invocation<T> {

    private final Operation operation;
    private final Invocation<T> invocation;
    private boolean called;
    private @Nullable Throwable failure;

    private Once(Operation operation, Invocation<T> invocation) {
      this.operation = operation;
      this.invocation = invocation;
    }

    @Override
    public T proceed() throws Exception {
      if (called) {
        throw new IllegalStateException(
            "The instrumentation called its invocation twice: " + name());
      }
      called = true;
      try {
        return invocation.proceed();
      } catch (Throwable e) {
        failure = e;
        throw e;
      }
    }

    /** Throws a fatal error of the invocation, regardless of the instrumentation. */
    private void rethrowFatal() {
      if (failure != null) {
        FatalErrors.rethrow(failure);
      }
    }

    private void verify() throws Exception {
      if (!called) {
        throw new IllegalStateException(
            "The instrumentation did not call its invocation: " + name());
      }
      if (failure != null) {
        throw FatalErrors.<Exception>unchanged(failure);
      }
    }

    private String name() {
      return operation.getClass().getSimpleName();
    }
  }
}
