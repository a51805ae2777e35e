package dev.adk4j.boot.llm;

import dev.adk4j.boot.AdkOrder;
import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.ContextProperties;
import dev.adk4j.boot.internal.properties.LlmProperties;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.prompt.context.ContextTrimmer;
import dev.adk4j.prompt.context.TrimmerOptions;
import dev.adk4j.token.TokenCounters;
import java.util.Objects;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/**
 * Trims prompts to the context window if properties enable it, with any executor. Has no declared
 * order after {@link AdkLlmAutoConfiguration}, because that would move it before the configuration
 * of chat models.
 */
@AutoConfiguration(after = AdkBudgetAutoConfiguration.class)
@ConditionalOnSwitch(defaultOn = "adk.enabled", defaultOff = "adk.llm.context.trim.enabled")
@EnableConfigurationProperties(AdkProperties.class)
final class AdkContextTrimmerAutoConfiguration {

  private static final Logger log =
      LoggerFactory.getLogger(AdkContextTrimmerAutoConfiguration.class);

  @Bean
  @Order(AdkOrder.TRIM)
  @ConditionalOnMissingBean
  ContextTrimmer adkContextTrimmer(AdkProperties properties) {
    LlmProperties llm = properties.llm();
    ContextProperties.Trim trim = llm.context().trim();
    TrimmerOptions options =
        TrimmerOptions.builder(TokenCounters::count)
            .encoding(llm.encoding())
            .outputReserve(trim.outputReserve())
            .reserveFraction(trim.reserveFraction())
            .envelopeTokens(TrimmerOptions.STANDARD_ENVELOPE_TOKENS)
            .build();
    Long window = Objects.requireNonNull(llm.contextWindow());
    return new ContextTrimmer(
        window,
        options,
        ctx -> ctx.tools().visible().stream().map(Tool::name).collect(Collectors.toSet()),
        AdkContextTrimmerAutoConfiguration::shed);
  }

  /** Logs numbers and names of kinds, never content. */
  private static void shed(DispatchContext ctx, ContextTrimmer.Trace trace) {
    if (trace.totalAfter() < trace.totalBefore()) {
      log.debug(
          "The prompt of turn {} was trimmed from {} to {} of {} tokens: {}",
          ctx.turnId(),
          trace.totalBefore(),
          trace.totalAfter(),
          trace.budget(),
          trace.buckets().stream()
              .filter(bucket -> !bucket.shedIds().isEmpty())
              .map(bucket -> bucket.shedIds().size() + " " + bucket.name())
              .collect(Collectors.joining(", ")));
    }
  }
}
