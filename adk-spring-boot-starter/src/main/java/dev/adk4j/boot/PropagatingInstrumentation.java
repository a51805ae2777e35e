package dev.adk4j.boot;

import dev.adk4j.boot.internal.turn.ContextPropagation;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Carries the context to the threads that a turn starts, such as those of parallel tools. Does not
 * wrap calls.
 */
record PropagatingInstrumentation(ContextPropagation propagation) implements Instrumentation {

  @Override
  public <T extends @Nullable Object> T around(Operation operation, Invocation<T> invocation)
      throws Exception {
    return invocation.proceed();
  }

  @Override
  public Runnable propagate(Runnable task) {
    return propagation.apply(task);
  }
}
