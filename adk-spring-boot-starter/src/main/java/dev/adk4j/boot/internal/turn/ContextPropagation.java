package dev.adk4j.boot.internal.turn;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.ContextPropagatingTaskDecorator;
import org.springframework.util.ClassUtils;

/**
 * Carries the caller's context onto the thread of a turn: the logging context, all values of
 * Micrometer's context propagation (the current observation, the security context, …) if it is on
 * the class path, and the application's task decorators.
 */
public final class ContextPropagation implements UnaryOperator<Runnable> {

  private static final boolean MICROMETER =
      ClassUtils.isPresent(
          "io.micrometer.context.ContextSnapshotFactory",
          ContextPropagation.class.getClassLoader());

  private final List<TaskDecorator> decorators;
  private final @Nullable TaskDecorator snapshot;

  public ContextPropagation(List<TaskDecorator> decorators) {
    this.decorators = List.copyOf(decorators);
    this.snapshot = MICROMETER ? new ContextPropagatingTaskDecorator() : null;
  }

  @Override
  public Runnable apply(Runnable task) {
    Runnable decorated = task;
    for (TaskDecorator decorator : decorators) {
      decorated = decorator.decorate(decorated);
    }
    return withLoggingContext(snapshot == null ? decorated : snapshot.decorate(decorated));
  }

  private static Runnable withLoggingContext(Runnable task) {
    Map<String, String> caller = MDC.getCopyOfContextMap();
    return () -> {
      Map<String, String> own = MDC.getCopyOfContextMap();
      set(caller);
      try {
        task.run();
      } finally {
        set(own);
      }
    };
  }

  private static void set(@Nullable Map<String, String> context) {
    if (context == null) {
      MDC.clear();
    } else {
      MDC.setContextMap(context);
    }
  }
}
