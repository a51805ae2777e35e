package dev.adk4j.boot.observe;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.AdkProperties;
import dev.adk4j.boot.OpenTurns;
import dev.adk4j.boot.condition.ConditionalOnSwitch;
import dev.adk4j.prompt.budget.PriceTable;
import dev.adk4j.turn.TurnRunner;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Auto-configuration of observations and meters, if Micrometer has a registry. */
@AutoConfiguration(
    after = AdkAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnBean(TurnRunner.class)
@ConditionalOnSwitch(defaultOn = "adk.observations.enabled")
public final class AdkObservationAutoConfiguration {

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ObservationRegistry.class)
  @ConditionalOnBean(ObservationRegistry.class)
  static class Observations {

    @Bean
    TurnTraces adkTurnTraces(AdkProperties properties) {
      return new TurnTraces(properties.observations().includeContent());
    }

    @Bean
    ObservingInstrumentation adkObservingInstrumentation(
        ObservationRegistry registry, TurnTraces turns) {
      return new ObservingInstrumentation(registry, turns);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  @ConditionalOnBean(MeterRegistry.class)
  static class Meters {

    @Bean
    TurnMeters adkTurnMeters(
        OpenTurns turns, MeterRegistry meters, ObjectProvider<PriceTable> prices) {
      return new TurnMeters(turns, meters, prices.getIfAvailable(() -> PriceTable.EMPTY));
    }

    @Bean
    MeteringInstrumentation adkMeteringInstrumentation(MeterRegistry meters) {
      return new MeteringInstrumentation(meters);
    }
  }
}
