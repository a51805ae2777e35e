package dev.adk4j.loop;

import org.jspecify.annotations.Nullable;

/**
 * Wraps the parts of a turn, so that timers, spans and thread-bound scopes open and close around them, on the thread that
 * does the work and on every path. Must call the invocation exactly once, return what it returns and let through what it
 * throws; an implementation that fails is treated like the code it wraps. Shared by concurrent turns.
 */
public interface Instrumentation {

  /** Wraps nothing. */
  Instrumentation NONE =
      new Instrumentation() {
        @Override
        public <T extends @Nullable Object> T around(Operation operation, Invocation<T> invocation) throws Exception {
          return invocation.proceed();
        }
      };

  <T extends @Nullable Object> T around(Operation operation, Invocation<T> invocation) throws Exception;

  /** {@code outer} around {@code this}. */
  default Instrumentation within(Instrumentation outer) {
    Instrumentation inner = this;
    return new Instrumentation() {
      @Override
      public <T extends @Nullable Object> T around(Operation operation, Invocation<T> invocation) throws Exception {
        return outer.around(operation, () -> inner.around(operation, invocation));
      }
    };
  }

  /** The wrapped work. */
  @FunctionalInterface
  interface Invocation<T extends @Nullable Object> {
    T proceed() throws Exception;
  }
}
