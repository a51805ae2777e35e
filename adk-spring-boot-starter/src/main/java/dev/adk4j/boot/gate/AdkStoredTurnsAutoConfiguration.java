package dev.adk4j.boot.gate;

import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.stored.CronTimes;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.stored.TurnStore;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Auto-configuration of turns that wait without a thread, and of durable turns. */
@AutoConfiguration(
    beforeName = "dev.adk4j.boot.AdkAutoConfiguration",
    after = AdkGatesAutoConfiguration.class,
    afterName = {
      "dev.adk4j.boot.jdbc.AdkJdbcStorageAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnSwitch(defaultOn = {"adk.enabled", "adk.gates.enabled"})
@EnableConfigurationProperties(AdkProperties.class)
public final class AdkStoredTurnsAutoConfiguration {

  /**
   * Returns null if gates store no content, so that turns block at their gates: a waiting turn is
   * stored with the shown calls. Durable turns are stored in the same way, so the startup fails if
   * they are enabled.
   */
  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnBean({GateService.class, TurnStore.class})
  @Nullable AgentRegistry adkAgentRegistry(
      GateService gates,
      ObjectProvider<TurnQueue> queues,
      ObjectProvider<CronTimes> times,
      AdkProperties properties) {
    TurnQueue queue = queues.getIfAvailable();
    if (!gates.store().keepsContent()) {
      if (queue != null) {
        throw new InvalidConfigurationPropertyValueException(
            "adk.durable.enabled", true, "requires gates that store content");
      }
      return null;
    }
    AgentRegistry turns = queue == null ? AgentRegistry.of(gates) : AgentRegistry.of(gates, queue);
    PropertyMapper.get().from(properties.durable().parkAfter()).to(turns::parkAfter);
    return turns.cronTimes(times.getIfAvailable(SpringCronTimes::new));
  }

  @Bean
  StoredTurnsLifecycle adkStoredTurnsLifecycle(ObjectProvider<AgentRegistry> turns) {
    return new StoredTurnsLifecycle(turns);
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  @ConditionalOnBean(MeterRegistry.class)
  @ConditionalOnSwitch(defaultOn = "adk.observations.enabled")
  static class Meters {

    /** Returns null if turns block at their gates. */
    @Bean
    @Nullable StoredTurnMeters adkStoredTurnMeters(
        ObjectProvider<AgentRegistry> turns, ObjectProvider<TurnStore> store) {
      AgentRegistry waiting = turns.getIfAvailable();
      TurnStore counted = store.getIfAvailable();
      return waiting == null || counted == null ? null : new StoredTurnMeters(counted, waiting);
    }
  }
}
