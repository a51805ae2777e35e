package dev.adk4j.boot.limit;

import dev.adk4j.boot.internal.condition.ConditionalOnChoice;
import dev.adk4j.boot.internal.condition.ConditionalOnStorageDatabase;
import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.LimitProperties;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.limit.JdbcRateCounter;
import dev.adk4j.limit.RateCounter;
import dev.adk4j.limit.RequestLimits;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.Locale;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/**
 * Auto-configuration of the limits that the agent client, the event stream and the gate service
 * apply.
 */
@AutoConfiguration(
    beforeName = {
      "dev.adk4j.boot.AdkAutoConfiguration",
      "dev.adk4j.boot.gate.AdkGatesAutoConfiguration"
    },
    afterName = {
      "dev.adk4j.boot.jdbc.AdkJdbcStorageAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnSwitch(defaultOn = "adk.enabled")
@EnableConfigurationProperties(AdkProperties.class)
final class AdkLimitsAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  RequestLimits adkRequestLimits(
      AdkProperties properties, RateCounter rates, ObjectProvider<InstantSource> clock) {
    return properties.limits().limits(rates, clock.getIfAvailable(InstantSource::system));
  }

  // nested configurations are evaluated in this order, not in source order
  @Configuration(proxyBeanMethods = false)
  @Order(0)
  @ConditionalOnStorageDatabase
  @ConditionalOnChoice(property = "adk.limits.counter", value = "database")
  static class InDatabase {

    @Bean
    @ConditionalOnMissingBean(RateCounter.class)
    @DependsOnDatabaseInitialization
    JdbcRateCounter adkJdbcRateCounter(
        DataSource dataSource, JdbcStorageOptions options, ObjectProvider<InstantSource> clock) {
      return JdbcRateCounter.of(dataSource, options, clock.getIfAvailable(InstantSource::system));
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Order(1)
  @ConditionalOnClass(ProxyManager.class)
  @ConditionalOnChoice(property = "adk.limits.counter", value = "bucket4j")
  static class InBuckets {

    @Bean
    @ConditionalOnMissingBean(RateCounter.class)
    RateCounter adkBucket4jRateCounter(ObjectProvider<ProxyManager<String>> buckets) {
      return new Bucket4jRateCounter(buckets.getObject());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Order(2)
  static class InMemory {

    @Bean
    @ConditionalOnMissingBean(RateCounter.class)
    RateCounter adkInMemoryRateCounter(
        AdkProperties properties, ObjectProvider<InstantSource> clock) {
      check(properties.limits().counter());
      return RateCounter.inMemory(clock.getIfAvailable(InstantSource::system));
    }

    /**
     * Fails the startup if the configured counter is missing: nodes that should share counts must
     * not count alone.
     */
    private static void check(LimitProperties.Counter counter) {
      if (counter != LimitProperties.Counter.MEMORY) {
        throw new InvalidConfigurationPropertyValueException(
            "adk.limits.counter",
            counter.name().toLowerCase(Locale.ROOT),
            (counter == LimitProperties.Counter.DATABASE
                    ? "needs adk-jdbc-storage and one data source"
                    : "needs bucket4j_jdk17-core")
                + "; set it to memory, or declare a RateCounter bean");
      }
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Order(3)
  @ConditionalOnClass(MeterRegistry.class)
  @ConditionalOnBean(MeterRegistry.class)
  @ConditionalOnSwitch(defaultOn = "adk.observations.enabled")
  static class Meters {

    @Bean
    LimitMeters adkLimitMeters(RequestLimits limits) {
      return new LimitMeters(limits);
    }
  }
}
