package dev.adk4j.loop;

import org.jspecify.annotations.Nullable;

/**
 * Wraps the parts of a turn, so that timers, spans and thread-bound scopes open and close around
 * them, on the thread that does the work and on every path. Must call the invocation exactly once,
 * return what it returns and let through what it throws; an implementation that fails is treated
 * like the code it wraps. Shared by concurrent turns.
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
   * Looks at the thread that asks for a turn, before anything is read, counted or stored for it.
   * What this throws refuses the turn. May be called more than once for a turn.
   */
  default void beforeTurn() {}

  /**
   * Carries to another thread what the calling thread is bound to, such as an open span or logging
   * context. Called on the thread that hands the task over; the runtime does so wherever it starts
   * a thread within a turn.
   *
   * @return a task that runs {@code task} exactly once
   */
  default Runnable propagate(Runnable task) {
    return task;
  }

  /**
   * Returns an instrumentation that fails where the given one skips, repeats or swallows its
   * invocation.
   */
  static Instrumentation checked(Instrumentation given) {
    return given == NONE || given instanceof CheckedInstrumentation
        ? given
        : new CheckedInstrumentation(given);
  }

  /** Returns {@code outer} around this instrumentation. */
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
