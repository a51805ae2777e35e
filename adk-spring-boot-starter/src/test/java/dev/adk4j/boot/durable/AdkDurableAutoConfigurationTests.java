package dev.adk4j.boot.durable;

import static dev.adk4j.boot.Starts.count;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.OwnConfigurations;
import dev.adk4j.boot.internal.observe.AdkMeter;
import dev.adk4j.boot.internal.properties.DurableProperties;
import dev.adk4j.durable.dbscheduler.DbSchedulerTurnQueue;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.stored.TurnQueue.Next;
import dev.adk4j.stored.TurnQueue.Result;
import dev.adk4j.stored.TurnQueue.Turn;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;

/** The queue of durable turns as an application gets it. */
@Timeout(120)
class AdkDurableAutoConfigurationTests {

  private static final Turn TURN = new Turn("acme", "turn-1");

  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

  @AutoClose
  private final ContextStarter bare = ContextStarter.of(AdkDurableAutoConfiguration.class);

  private final ContextStarter runner =
      bare.and(
              DataSourceAutoConfiguration.class,
              OwnConfigurations.named("jdbc.AdkJdbcStorageAutoConfiguration"))
          .withPropertyValues("spring.datasource.url=" + url, "spring.datasource.username=sa");

  private final ContextStarter enabled = runner.withPropertyValues("adk.durable.enabled=true");

  @Test
  void queuesNothingUntilItIsSwitchedOn() {
    runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(TurnQueue.class));
    enabled
        .withPropertyValues("adk.enabled=false")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(TurnQueue.class));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void runsTurnsOnVirtualThreadsIfTheApplicationUsesThem(boolean virtual) {
    CompletableFuture<Boolean> isVirtual = new CompletableFuture<>();
    enabled
        .withPropertyValues("spring.threads.virtual.enabled=" + virtual)
        .run(
            context -> {
              DbSchedulerTurnQueue queue = context.getBean(DbSchedulerTurnQueue.class);
              queue.start(
                  worker(
                      () -> {
                        isVirtual.complete(Thread.currentThread().isVirtual());
                        return Next.FORGET;
                      }));
              queue.begin();
              queue.wake(TURN);
              assertThat(isVirtual.get(30, TimeUnit.SECONDS)).isEqualTo(virtual);
            });
  }

  @Test
  void runsWhatIsQueuedAndTellsItsMeters() {
    CountDownLatch end = new CountDownLatch(1);
    enabled
        .withPropertyValues("adk.durable.threads=1")
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .run(
            context -> {
              DbSchedulerTurnQueue queue = context.getBean(DbSchedulerTurnQueue.class);
              context.getBean(DurableTurnMeters.class).bindTo(context.getBean(MeterRegistry.class));
              AtomicInteger begun = new AtomicInteger();
              queue.start(
                  worker(
                      () -> {
                        begun.incrementAndGet();
                        join(end);
                        return Next.FORGET;
                      }));
              queue.wake(TURN);
              assertThat(queue.stats().due()).isEqualTo(1);
              // as the waiting turns are there before the agents are
              queue.begin();
              await().until(() -> begun.get() == 1);
              queue.wake(new Turn("acme", "turn-2"));

              assertThat(gauge(context.getBean(MeterRegistry.class), AdkMeter.QUEUED_TURNS))
                  .isEqualTo(1);
              assertThat(gauge(context.getBean(MeterRegistry.class), AdkMeter.DURABLE_TURNS))
                  .isEqualTo(1);
              assertThat(gauge(context.getBean(MeterRegistry.class), AdkMeter.QUEUE_AGE))
                  .isBetween(0.0, 60.0);
              assertThat(
                      count(
                          context.getBean(MeterRegistry.class),
                          AdkMeter.TAKEN_OVER_TURNS.meterName()))
                  .isZero();
              end.countDown();
              await().until(() -> begun.get() == 2);
            });
  }

  /** Agents may be among the last beans. */
  @Test
  void beginsWhenAllBeansAreThere() {
    CountDownLatch begun = new CountDownLatch(1);
    enabled
        .withInitializer(
            context ->
                context.addBeanFactoryPostProcessor(
                    factory ->
                        factory.addBeanPostProcessor(
                            new BeanPostProcessor() {
                              @Override
                              public Object postProcessAfterInitialization(
                                  Object bean, String name) {
                                if (bean instanceof DbSchedulerTurnQueue queue) {
                                  queue.start(
                                      worker(
                                          () -> {
                                            begun.countDown();
                                            return Next.FORGET;
                                          }));
                                  queue.wake(TURN);
                                  assertThat(begun.getCount()).isEqualTo(1);
                                }
                                return bean;
                              }
                            })))
        .run(context -> assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue());
  }

  @Test
  void tellsItsHealth() {
    enabled.run(
        context -> {
          HealthIndicator health =
              context.getBean("adkDurableHealthIndicator", HealthIndicator.class);
          Health up = Objects.requireNonNull(health.health());
          assertThat(up.getStatus()).isEqualTo(Status.UP);
          assertThat(up.getDetails())
              .containsEntry("queued", 0L)
              .containsEntry("oldestSeconds", 0L)
              .containsEntry("runningHere", 0L);
          context.getBean(DurableTurnsLifecycle.class).stop();
          assertThat(Objects.requireNonNull(health.health()).getStatus())
              .isEqualTo(Status.OUT_OF_SERVICE);
        });
    enabled
        .withPropertyValues("management.health.adkDurable.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean("adkDurableHealthIndicator"));
  }

  private static double gauge(MeterRegistry registry, AdkMeter meter) {
    return registry.get(meter.meterName()).gauge().value();
  }

  /** The data source is closed after what runs has told the database that others may go on. */
  @Test
  void handsItsTurnsOverBeforeTheDataSourceIsClosed() throws Exception {
    CountDownLatch stopping = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    enabled.run(
        context -> {
          DbSchedulerTurnQueue queue = context.getBean(DbSchedulerTurnQueue.class);
          queue.start(
              worker(
                  () -> {
                    begun.incrementAndGet();
                    join(stopping);
                    sleep();
                    return Next.AGAIN;
                  }));
          queue.begin();
          queue.wake(TURN);
          await().until(() -> begun.get() == 1);
          assertThat(tasks("picked")).isEqualTo(1);
          stopping.countDown();
        });
    assertThat(tasks("not picked and picked_by is null")).isEqualTo(1);
  }

  private long tasks(String which) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url, "sa", "");
        ResultSet row =
            connection
                .createStatement()
                .executeQuery("select count(*) from adk_task where " + which)) {
      row.next();
      return row.getLong(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'',                            '',                one data source",
    "'',                            dev.adk4j.durable, the module adk-durable and one data source",
    "'',                            dev.adk4j.jdbc,    the module adk-jdbc-storage",
    "adk.jdbc.enabled=false,        '',                'the storage of adk-jdbc-storage, which adk.jdbc.enabled=false switches off'",
  })
  void namesWhatIsMissingWhereNothingCanQueue(String property, String hidden, String missing) {
    ContextStarter start = property.isEmpty() ? bare : runner.withPropertyValues(property);
    start
        .withPropertyValues("adk.durable.enabled=true")
        .withClassLoader(new FilteredClassLoader(hidden.isEmpty() ? "no.such" : hidden))
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageEndingWith(
                        "needs " + missing + "; set it to false, or declare a TurnQueue bean"));
  }

  @Test
  void leavesAQueueOfTheApplicationAlone() {
    TurnQueue own =
        new TurnQueue() {
          @Override
          public void start(Worker worker) {}

          @Override
          public void enqueue(Turn turn, Transaction transaction) {}

          @Override
          public void wake(Turn turn) {}

          @Override
          public void close() {}
        };
    enabled
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withBean("own", TurnQueue.class, () -> own)
        .run(context -> assertThat(context.getBean(TurnQueue.class)).isSameAs(own));
  }

  @ParameterizedTest
  @CsvSource({
    "threads, 0, must be 1 or more",
    "poll, 0ms, must be 1ms or more",
    "heartbeat, 1ms, must be 10ms or more",
    "drain, -1s, must not be negative"
  })
  void refusesAValueOutOfRange(String property, String value, String reason) {
    enabled
        .withPropertyValues("adk.durable." + property + "=" + value)
        .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining(reason));
  }

  @Test
  void hasTheDefaultsThatItsAnnotationsSay() {
    assertThat(new Binder().bindOrCreate("adk.durable", DurableProperties.class))
        .isEqualTo(DurableProperties.DEFAULTS);
  }

  private static TurnQueue.Worker worker(Supplier<Next> run) {
    return new TurnQueue.Worker() {
      @Override
      public Result run(Turn turn) {
        return new Result(run.get(), null);
      }

      @Override
      public boolean isDue(Turn turn) {
        return false;
      }

      @Override
      public void lose(Turn turn) {}
    };
  }

  private static void join(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The rest of an iteration, while the application closes its beans. */
  private static void sleep() {
    try {
      Thread.sleep(Duration.ofMillis(300));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
