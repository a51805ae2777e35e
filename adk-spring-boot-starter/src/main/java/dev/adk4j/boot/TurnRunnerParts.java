package dev.adk4j.boot;

import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.gate.GateDesk;
import dev.adk4j.loop.ForgeToolsFilter;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.storage.ToolCallGroupReplacer;
import dev.adk4j.turn.ScopeResolver;
import dev.adk4j.turn.TurnRunner;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.thread.Threading;
import org.springframework.core.env.Environment;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;

/**
 * Everything of a turn runner but its callbacks: middleware, scope, spooling, instrumentation and
 * threads.
 */
final class TurnRunnerParts {

  private static final String EXECUTOR =
      TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME;

  private final ConfigurableListableBeanFactory beanFactory;
  private final BeansByDefinition beans;
  private final Environment environment;

  TurnRunnerParts(
      ConfigurableListableBeanFactory beanFactory,
      BeansByDefinition beans,
      Environment environment) {
    this.beanFactory = beanFactory;
    this.beans = beans;
    this.environment = environment;
  }

  void configure(TurnRunner.Builder builder) {
    new MiddlewareBeans(beanFactory, beans).configure(builder);
    beanFactory.getBeanProvider(ScopeResolver.class).ifAvailable(builder::scopeResolver);
    beanFactory.getBeanProvider(ForgeToolsFilter.class).ifAvailable(builder::forgeToolsFilter);
    beanFactory.getBeanProvider(SpoolStoreFactory.class).ifAvailable(builder::spoolStores);
    beanFactory
        .getBeanProvider(ToolCallGroupReplacer.class)
        .ifAvailable(builder::toolCallGroupReplacer);
    beanFactory.getBeanProvider(InstantSource.class).ifAvailable(builder::clock);
    beanFactory.getBeanProvider(GateDesk.class).ifAvailable(builder::gates);
    ContextPropagation propagation = propagation();
    builder.instrumentation(instrumentation(propagation));
    builder.taskDecorator(propagation);
    if (hasVirtualExecutor()) {
      builder.startExecutor(beanFactory.getBean(EXECUTOR, Executor.class));
    }
  }

  /** The first in order is the outermost. */
  private Instrumentation instrumentation(ContextPropagation propagation) {
    return beanFactory
        .getBeanProvider(Instrumentation.class)
        .orderedStream()
        .reduce(new PropagatingInstrumentation(propagation), (outer, inner) -> inner.within(outer));
  }

  /** Boot's executor carries the application's task decorators itself. */
  private ContextPropagation propagation() {
    return new ContextPropagation(
        hasVirtualExecutor()
            ? List.of()
            : beanFactory.getBeanProvider(TaskDecorator.class).orderedStream().toList());
  }

  /**
   * Turns always start on virtual threads, so the application's executor is used only where it has
   * them.
   */
  private boolean hasVirtualExecutor() {
    return Threading.VIRTUAL.isActive(environment)
        && beanFactory.containsBean(EXECUTOR)
        && beanFactory.isTypeMatch(EXECUTOR, SimpleAsyncTaskExecutor.class);
  }
}
