package dev.adk4j.boot;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * An {@link ApplicationContextRunner} whose contexts may also stay open until the end of the test,
 * so that a test of one context is not written in a callback.
 *
 * <p>A field of a test has {@code @AutoClose}; what is derived from it is closed with it.
 */
public final class ContextStarter
    extends AbstractApplicationContextRunner<
        ContextStarter, ConfigurableApplicationContext, AssertableApplicationContext>
    implements AutoCloseable {

  private final Deque<Context> open;

  private ContextStarter() {
    this(new ArrayDeque<>());
  }

  private ContextStarter(Deque<Context> open) {
    super(configuration -> new ContextStarter(configuration, open), Context::new);
    this.open = open;
  }

  private ContextStarter(
      RunnerConfiguration<ConfigurableApplicationContext> configuration, Deque<Context> open) {
    super(configuration, changed -> new ContextStarter(changed, open));
    this.open = open;
  }

  public static ContextStarter of(Class<?>... autoConfigurations) {
    return new ContextStarter().and(autoConfigurations);
  }

  public ContextStarter and(Class<?>... autoConfigurations) {
    return withConfiguration(AutoConfigurations.of(autoConfigurations));
  }

  /** Has a bean that steps back behind others of its type. */
  public <T> ContextStarter withFallback(String name, Class<T> type, Supplier<T> made) {
    return withBean(name, type, made, definition -> definition.setFallback(true));
  }

  /** Has a bean that is taken before others of its type. */
  public <T> ContextStarter withPrimary(String name, Class<T> type, Supplier<T> made) {
    return withBean(name, type, made, definition -> definition.setPrimary(true));
  }

  /** Starts a context with these properties besides, which may fail, and leaves it open. */
  public AssertableApplicationContext start(String... properties) {
    AtomicReference<AssertableApplicationContext> started = new AtomicReference<>();
    withPropertyValues(properties)
        .run(
            context -> {
              started.set(context);
              if (context.getStartupFailure() == null) {
                open.push(context.getSourceApplicationContext(Context.class).outlivingTheRun());
              }
            });
    return started.get();
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }

  private static final class Context extends AnnotationConfigApplicationContext {

    private boolean outlivesTheRun;

    private Context outlivingTheRun() {
      outlivesTheRun = true;
      return this;
    }

    @Override
    public void close() {
      if (outlivesTheRun) {
        outlivesTheRun = false;
        return;
      }
      super.close();
    }
  }
}
