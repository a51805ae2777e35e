package dev.adk4j.boot.internal.callback;

import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.Tool;
import dev.adk4j.storage.NoopStorageAdapter;
import dev.adk4j.turn.TurnRunner;
import java.util.List;
import java.util.Objects;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Sets the beans of the 27 callbacks, the executor and the tools on a builder, or reports the
 * missing ones.
 */
public final class CallbackConfigurer implements SmartInitializingSingleton {

  private final ConfigurableListableBeanFactory beanFactory;
  private final CallbackResolution resolution;
  private final NoopStorageAdapter nothing = new NoopStorageAdapter();
  private volatile boolean toolsInUse;

  public CallbackConfigurer(
      ConfigurableListableBeanFactory beanFactory, CallbackResolution resolution) {
    this.beanFactory = beanFactory;
    this.resolution = resolution;
  }

  /** Returns the assignments. */
  public CallbackResolution resolution() {
    return resolution;
  }

  /**
   * Returns the assignments if none is missing.
   *
   * @throws MissingAdkCallbacksException if any is missing or ambiguous; contains all of them
   */
  public CallbackResolution require() {
    if (!resolution.problems().isEmpty()) {
      throw new MissingAdkCallbacksException(
          resolution.problems(),
          new MissingCallbacksReport(resolution.problems(), new AbsenceReasons(beanFactory)));
    }
    return resolution;
  }

  /** Returns the implementation; creates the bean if needed. */
  public Object instance(Assignment assignment) {
    return switch (assignment) {
      case Assignment.Bean bean -> beanFactory.getBean(bean.name());
      case Assignment.Noop noop -> nothing;
      case Assignment.ToolBeans tools -> ToolBeans.fetched(beanFactory);
    };
  }

  /** Returns the tools that every turn has. */
  public List<Tool> tools() {
    toolsInUse = true;
    return ToolBeans.configured(beanFactory, resolution.annotatedTools());
  }

  /**
   * @throws MissingAdkCallbacksException if any is missing or ambiguous; contains all of them
   */
  public void configure(TurnRunner.Builder builder) {
    UnitOfWorkReport units = new UnitOfWorkReport();
    require()
        .callbacks()
        .forEach(
            (callback, assignment) -> {
              Object instance = instance(assignment);
              bind(builder, callback.type(), instance);
              units.add(callback, assignment, instance);
            });
    units.log();
    builder.executor((DispatchExecutor) instance(Objects.requireNonNull(resolution.executor())));
    builder.tools(tools());
  }

  /** Checks the beans with tools, which may depend on the runner, once all of them exist. */
  @Override
  public void afterSingletonsInstantiated() {
    if (toolsInUse) {
      resolution
          .annotatedTools()
          .forEach((name, type) -> new AnnotatedToolBean(beanFactory, name, type).check());
    }
  }

  private static <T> void bind(TurnRunner.Builder builder, Class<T> type, Object instance) {
    builder.callback(type, type.cast(instance));
  }
}
