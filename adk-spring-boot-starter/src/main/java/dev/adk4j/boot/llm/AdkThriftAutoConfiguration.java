package dev.adk4j.boot.llm;

import dev.adk4j.boot.condition.ConditionalOnSwitch;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.prompt.context.ThriftContext;
import dev.adk4j.prompt.context.ThriftOptions;
import dev.adk4j.prompt.context.ThriftTrace;
import dev.adk4j.token.TokenCounters;
import java.util.Objects;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Leaves out of a prompt what does not fit the context window, where properties ask for it; with
 * any executor. Not declared to come after {@link AdkLlmAutoConfiguration}, which that would pull
 * before whatever makes chat models.
 */
@AutoConfiguration
@ConditionalOnSwitch(defaultOn = "adk.enabled", defaultOff = "adk.llm.context.thrift.enabled")
public final class AdkThriftAutoConfiguration {

  /** Where {@link ThriftContext} stands among middleware. */
  public static final int THRIFT = Ordered.LOWEST_PRECEDENCE;

  private static final Logger log = LoggerFactory.getLogger(AdkThriftAutoConfiguration.class);

  @Bean
  @Order(THRIFT)
  @ConditionalOnMissingBean
  ThriftContext adkThriftContext(Environment environment) {
    LlmProperties properties = AdkLlmProperties.of(environment);
    LlmProperties.Thrift thrift = properties.context().thrift();
    ThriftOptions options =
        ThriftOptions.of(TokenCounters::count).toBuilder()
            .encoding(AdkLlmProperties.encoding(properties))
            .outputReserve(thrift.outputReserve())
            .reserveFraction(thrift.reserveFraction())
            .thisTurnResultKeep(thrift.thisTurnResultKeep())
            .envelopeTokens(ThriftOptions.STANDARD_ENVELOPE_TOKENS)
            .build();
    Long window = Objects.requireNonNull(properties.contextWindow());
    return new ThriftContext(
        window,
        options,
        ctx -> ctx.tools().visible().stream().map(Tool::name).collect(Collectors.toSet()),
        AdkThriftAutoConfiguration::shed);
  }

  /** Numbers and names of kinds, never content. */
  private static void shed(DispatchContext ctx, ThriftTrace trace) {
    if (trace.totalAfter() < trace.totalBefore()) {
      log.debug(
          "Turn {} was cut from {} to {} of {} tokens: {}",
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
