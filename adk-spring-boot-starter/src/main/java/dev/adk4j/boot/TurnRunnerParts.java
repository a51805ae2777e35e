package dev.adk4j.boot;

import dev.adk4j.boot.internal.callback.Assignment;
import dev.adk4j.boot.internal.turn.ContextPropagation;
import dev.adk4j.boot.internal.turn.OrderedBeans;
import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.loop.ForgeToolsFilter;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.StoreToolCallCallback;
import dev.adk4j.storage.ToolCallGroupReplacer;
import dev.adk4j.stored.GateService;
import dev.adk4j.turn.ScopeResolver;
import dev.adk4j.turn.TurnRunner;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.thread.Threading;
import org.springframework.core.env.Environment;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;

/**
 * Parts of a turn runner other than its callbacks: middleware, scope, spooling, instrumentation and
 * threads.
 */
record TurnRunnerParts(
    ConfigurableListableBeanFactory beanFactory, BeansByDefinition beans, Environment environment) {

  private static final String EXECUTOR =
      TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME;

  void configure(TurnRunner.Builder builder) {
    new MiddlewareBeans(new OrderedBeans(beanFactory), beans).configure(builder);
    beanFactory.getBeanProvider(ScopeResolver.class).ifAvailable(builder::scopeResolver);
    beanFactory.getBeanProvider(ForgeToolsFilter.class).ifAvailable(builder::forgeToolsFilter);
    beanFactory.getBeanProvider(SpoolStoreFactory.class).ifAvailable(builder::spoolStores);
    builder.toolCallGroupReplacer(replacer());
    beanFactory.getBeanProvider(InstantSource.class).ifAvailable(builder::clock);
    beanFactory.getBeanProvider(GateService.class).ifAvailable(builder::gates);
    ContextPropagation propagation = propagation();
    builder.instrumentation(instrumentation(propagation));
    if (hasVirtualExecutor()) {
      // it applies the application's task decorators itself
      builder.taskDecorator(new ContextPropagation(List.of()));
      builder.startExecutor(beanFactory.getBean(EXECUTOR, Executor.class));
    } else {
      builder.taskDecorator(propagation);
    }
  }

  /** The first in order is the outermost. */
  private Instrumentation instrumentation(ContextPropagation propagation) {
    return beanFactory
        .getBeanProvider(Instrumentation.class)
        .orderedStream()
        .reduce(new PropagatingInstrumentation(propagation), (outer, inner) -> inner.within(outer));
  }

  /**
   * Uses a storage's own spool only if that storage also stores the tool calls. Otherwise the spool
   * would write to a place that is never read, or that the application opted out of.
   */
  private @Nullable ToolCallGroupReplacer replacer() {
    ToolCallGroupReplacer replacer =
        beanFactory.getBeanProvider(ToolCallGroupReplacer.class).getIfAvailable();
    return replacer instanceof StoreToolCallCallback
            && !(answers(replacer, CallbackKey.STORE_TOOL_CALL)
                && answers(replacer, CallbackKey.DELETE_TOOL_CALL))
        ? null
        : replacer;
  }

  private boolean answers(Object bean, CallbackKey callback) {
    return beans.callbacks().callbacks().get(callback) instanceof Assignment.Bean answer
        && beanFactory.getBean(answer.name()) == bean;
  }

  private ContextPropagation propagation() {
    return new ContextPropagation(
        beanFactory.getBeanProvider(TaskDecorator.class).orderedStream().toList());
  }

  /**
   * Turns always start on virtual threads. The application's executor is used only if it has
   * virtual threads.
   */
  private boolean hasVirtualExecutor() {
    return Threading.VIRTUAL.isActive(environment)
        && beanFactory.containsBean(EXECUTOR)
        && beanFactory.isTypeMatch(EXECUTOR, SimpleAsyncTaskExecutor.class);
  }
}
