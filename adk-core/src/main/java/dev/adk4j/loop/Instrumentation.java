package dev.adk4j.loop;

import org.jspecify.annotations.Nullable;

/**
 * Wraps the parts of a turn, so that timers, spans and thread-bound scopes open and close around
 * them, on the working thread and on every path. Must call the invocation exactly once, return its
 * result and rethrow its exceptions; a failure of the implementation is handled like one of the
 * wrapped code. Must be thread-safe.
 *
 * @since 0.1.0
 */
public interface Instrumentation {

  /** Wraps nothing. */
  Instrumentation NONE =
      new Instrumentation() {
        @Override
        public <T extends @Nullable Object> T around(Operation operation, Invocation<T> invocation)
            throws Exception {
          return invocation.proceed();
        }
      };

  <T extends @Nullable Object> T around(Operation operation, Invocation<T> invocation)
      throws Exception;

  /**
   * Checks the thread that requests a turn, before anything is read, counted or stored for it. An
   * exception refuses the turn. May be called more than once for a turn.
   */
  default void beforeTurn() {}

  /**
   * Propagates the calling thread's bindings, such as an open span or logging context, to another
   * thread. Called on the submitting thread; the runtime calls it for each thread that it starts
   * within a turn.
   *
   * @return a task that runs {@code task} exactly once
   */
  default Runnable propagate(Runnable task) {
    return task;
  }

  /**
   * Returns an instrumentation that fails if the given one skips, repeats or swallows its
   * invocation.
   */
  static Instrumentation checked(Instrumentation given) {
    return given == NONE || given instanceof CheckedInstrumentation
        ? given
        : new CheckedInstrumentation(given);
  }

  /** Returns an instrumentation with {@code outer} around this one. */
  default Instrumentation within(Instrumentation outer) {
    Instrumentation inner = this;
    return new Instrumentation() {
      @Override
      public <T extends @Nullable Object> T around(Operation operation, Invocation<T> invocation)
          throws Exception {
        return outer.around(operation, () -> inner.around(operation, invocation));
      }

      @Override
      public void beforeTurn() {
        outer.beforeTurn();
        inner.beforeTurn();
      }

      @Override
      public Runnable propagate(Runnable task) {
        return outer.propagate(inner.propagate(task));
      }
    };
  }

  /** The wrapped work. */
  @FunctionalInterface
  interface Invocation<T extends @Nullable Object> {
    T proceed() throws Exception;
  }
}
