package dev.adk4j.boot.durable;

import dev.adk4j.boot.internal.condition.ConditionalOnStorageDatabase;
import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.DurableProperties;
import dev.adk4j.durable.dbscheduler.DbSchedulerTurnQueue;
import dev.adk4j.durable.event.TurnEventStore;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnLog;
import dev.adk4j.stored.TurnQueue;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.boot.thread.Threading;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ClassUtils;

/** Auto-configuration of the queue of durable turns in the storage's database. */
@AutoConfiguration(
    beforeName = "dev.adk4j.boot.gate.AdkStoredTurnsAutoConfiguration",
    afterName = {
      "dev.adk4j.boot.jdbc.AdkJdbcStorageAutoConfiguration",
      "dev.adk4j.boot.gate.AdkGatesAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnSwitch(defaultOn = "adk.enabled", defaultOff = "adk.durable.enabled")
@EnableConfigurationProperties(AdkProperties.class)
final class AdkDurableAutoConfiguration {

  private static final String QUEUE = "dev.adk4j.durable.dbscheduler.DbSchedulerTurnQueue";
  private static final String STORAGE = "dev.adk4j.jdbc.JdbcStorageOptions";

  // nested configurations are evaluated in this order, not in source order
  @Configuration(proxyBeanMethods = false)
  @Order(0)
  @ConditionalOnClass(DbSchedulerTurnQueue.class)
  @ConditionalOnStorageDatabase
  @ConditionalOnMissingBean(TurnQueue.class)
  static class Database {

    @Bean
    @DependsOnDatabaseInitialization
    DbSchedulerTurnQueue adkTurnQueue(
        DataSource dataSource,
        JdbcStorageOptions options,
        AdkProperties properties,
        Environment environment,
        ObjectProvider<GateService> gates) {
      DurableProperties durable = properties.durable();
      DbSchedulerTurnQueue.Builder queue =
          DbSchedulerTurnQueue.builder(dataSource)
              .options(options)
              .threads(durable.threads())
              .poll(durable.poll())
              .heartbeat(durable.heartbeat())
              .delayed();
      if (Threading.VIRTUAL.isActive(environment)) {
        queue.threadFactory(Thread.ofVirtual().name("adk-turn-", 1).factory());
      }
      gates.ifAvailable(desk -> queue.node(desk.node()));
      return queue.build();
    }

    /** Returns null if events are not stored. */
    @Bean
    @DependsOnDatabaseInitialization
    @ConditionalOnMissingBean(TurnLog.class)
    @Nullable TurnEventStore adkTurnEventStore(
        DataSource dataSource, JdbcStorageOptions options, AdkProperties properties) {
      return properties.durable().eventsKeep().isZero()
          ? null
          : TurnEventStore.of(dataSource, options);
    }

    @Bean
    DurableTurnsLifecycle adkDurableTurnsLifecycle(
        DbSchedulerTurnQueue queue, AdkProperties properties) {
      return new DurableTurnsLifecycle(queue, properties.durable().drain());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Order(1)
  @ConditionalOnMissingBean(TurnQueue.class)
  static class Missing {

    /** Fails the startup, because durable turns must not run without a queue. */
    @Bean
    TurnQueue adkMissingTurnQueue(ListableBeanFactory beans, ResourceLoader resources) {
      ClassLoader classes = resources.getClassLoader();
      List<String> missing = new ArrayList<>();
      if (!ClassUtils.isPresent(QUEUE, classes)) {
        missing.add("the module adk-durable");
      }
      if (!ClassUtils.isPresent(STORAGE, classes)) {
        missing.add("the module adk-jdbc-storage");
      } else if (beans.getBeanProvider(DataSource.class).getIfUnique() == null) {
        missing.add("one data source");
      } else if (beans.getBeanProvider(JdbcStorageOptions.class).getIfAvailable() == null) {
        missing.add("the storage of adk-jdbc-storage, which adk.jdbc.enabled=false switches off");
      }
      if (missing.isEmpty()) {
        missing.add("spring-boot-starter-jdbc");
      }
      throw new InvalidConfigurationPropertyValueException(
          "adk.durable.enabled",
          true,
          "needs "
              + String.join(" and ", missing)
              + "; set it to false, or declare a TurnQueue bean");
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Order(2)
  @ConditionalOnClass({MeterRegistry.class, DbSchedulerTurnQueue.class})
  @ConditionalOnBean({MeterRegistry.class, DbSchedulerTurnQueue.class})
  @ConditionalOnSwitch(defaultOn = "adk.observations.enabled")
  static class Meters {

    @Bean
    DurableTurnMeters adkDurableTurnMeters(DbSchedulerTurnQueue queue) {
      return new DurableTurnMeters(queue);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Order(3)
  @ConditionalOnClass({
    ConditionalOnEnabledHealthIndicator.class,
    HealthIndicator.class,
    DbSchedulerTurnQueue.class
  })
  @ConditionalOnBean({DbSchedulerTurnQueue.class, DurableTurnsLifecycle.class})
  static class Healths {

    @Bean
    @ConditionalOnEnabledHealthIndicator("adkDurable")
    HealthIndicator adkDurableHealthIndicator(
        DbSchedulerTurnQueue queue, DurableTurnsLifecycle lifecycle) {
      return new DurableTurnsHealth(queue, lifecycle);
    }
  }
}
