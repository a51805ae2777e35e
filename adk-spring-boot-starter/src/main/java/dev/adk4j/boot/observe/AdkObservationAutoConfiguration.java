package dev.adk4j.boot.observe;

import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.turn.OpenTurns;
import dev.adk4j.prompt.budget.PriceTable;
import dev.adk4j.turn.TurnRunner;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Auto-configuration of observations and meters, if Micrometer has a registry. */
@AutoConfiguration(
    afterName = {
      "dev.adk4j.boot.AdkAutoConfiguration",
      "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnBean(TurnRunner.class)
@ConditionalOnSwitch(defaultOn = "adk.observations.enabled")
final class AdkObservationAutoConfiguration {

  private static final String SPRING_AI_COUNTER =
      "org.springframework.ai.chat.observation.ChatModelMeterObservationHandler";

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
        ObservationRegistry registry, TurnTraces turns, Environment environment) {
      return new ObservingInstrumentation(
          registry,
          turns,
          environment.getProperty("spring.application.name"),
          environment.getProperty("spring.application.version"));
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  @ConditionalOnBean(MeterRegistry.class)
  static class Meters {

    @Bean
    TurnMeters adkTurnMeters(
        OpenTurns turns,
        MeterRegistry meters,
        ObjectProvider<PriceTable> prices,
        @Qualifier("adkModelBreakers") ObjectProvider<Supplier<Map<String, String>>> models,
        @Qualifier("adkLeftOutTools") ObjectProvider<Supplier<Map<String, String>>> leftOut,
        ListableBeanFactory beans) {
      return new TurnMeters(
          turns,
          meters,
          prices.getIfAvailable(() -> PriceTable.EMPTY),
          models.getIfAvailable(() -> Map::of),
          leftOut.getIfAvailable(() -> Map::of),
          !springAiCounts(beans));
    }

    /** Spring AI's own counter uses the name that the conventions define for the histogram. */
    private static boolean springAiCounts(ListableBeanFactory beans) {
      ClassLoader loader = AdkObservationAutoConfiguration.class.getClassLoader();
      return ClassUtils.isPresent(SPRING_AI_COUNTER, loader)
          && beans.getBeanNamesForType(
                      ClassUtils.resolveClassName(SPRING_AI_COUNTER, loader), true, false)
                  .length
              > 0;
    }

    @Bean
    RetrievalMeters adkRetrievalMeters(MeterRegistry meters) {
      return new RetrievalMeters(meters);
    }

    @Bean
    GenerationMeters adkGenerationMeters(MeterRegistry meters) {
      return new GenerationMeters(meters);
    }

    @Bean
    MeteringInstrumentation adkMeteringInstrumentation(MeterRegistry meters) {
      return new MeteringInstrumentation(meters);
    }
  }
}
