package dev.adk4j.boot.llm;

import dev.adk4j.jpa.JpaStorageOptions;
import dev.adk4j.jpa.context.JpaCompactStore;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.prompt.context.CompactContext;
import dev.adk4j.prompt.context.CompactOptions;
import dev.adk4j.prompt.context.CompactStore;
import dev.adk4j.prompt.context.Summariser;
import dev.adk4j.prompt.context.ThriftContext;
import dev.adk4j.prompt.context.ThriftOptions;
import dev.adk4j.prompt.context.ThriftTrace;
import dev.adk4j.springai.context.ChatModelSummariser;
import dev.adk4j.token.TokenCounters;
import java.time.InstantSource;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Keeps conversations inside the context window, where properties ask for it; with any executor.
 * Comes after whatever configures chat models, and after the application's own middleware.
 */
@AutoConfiguration(
    after = AdkLlmAutoConfiguration.class,
    afterName = "dev.adk4j.boot.jpa.AdkJpaStorageAutoConfiguration")
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnProperty(name = "adk.enabled", matchIfMissing = true)
public final class AdkContextAutoConfiguration {

  /** Where {@link CompactContext} stands among middleware. */
  public static final int COMPACT = -800;

  /** Where {@link ThriftContext} stands among middleware. */
  public static final int THRIFT = Ordered.LOWEST_PRECEDENCE;

  private static final Logger log = LoggerFactory.getLogger(AdkContextAutoConfiguration.class);

  /** What is measured with where nothing is said. */
  private static final String ENCODING = "cl100k_base";

  private static final String COMPACT_ENABLED = "adk.llm.context.compact.enabled";

  private static String encoding(LlmProperties properties) {
    return Objects.requireNonNullElse(properties.tokenEncoding(), ENCODING);
  }

  @Bean
  @Order(THRIFT)
  @ConditionalOnMissingBean
  @ConditionalOnBooleanProperty("adk.llm.context.thrift.enabled")
  ThriftContext adkThriftContext(Environment environment) {
    LlmProperties properties = AdkLlmProperties.of(environment);
    LlmProperties.Thrift thrift = properties.context().thrift();
    ThriftOptions options =
        ThriftOptions.of(TokenCounters::count).toBuilder()
            .encoding(encoding(properties))
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
        AdkContextAutoConfiguration::shed);
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

  // Where summaries are kept and who writes them; nested classes come in no order of their own.
  @Configuration(proxyBeanMethods = false)
  @Order(1)
  @ConditionalOnClass({
    JpaCompactStore.class,
    DataSource.class,
    DependsOnDatabaseInitialization.class
  })
  @ConditionalOnBean(JpaStorageOptions.class)
  @ConditionalOnSingleCandidate(DataSource.class)
  @ConditionalOnBooleanProperty(COMPACT_ENABLED)
  static class InDatabase {

    @Bean
    @ConditionalOnMissingBean(CompactStore.class)
    @ConditionalOnProperty(
        name = "adk.llm.context.compact.store",
        havingValue = "database",
        matchIfMissing = true)
    @DependsOnDatabaseInitialization
    JpaCompactStore adkJpaCompactStore(
        DataSource dataSource, JpaStorageOptions options, ObjectProvider<InstantSource> clock) {
      return JpaCompactStore.of(dataSource, options, clock.getIfAvailable(InstantSource::system));
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Order(2)
  @ConditionalOnClass({ChatModel.class, ChatModelSummariser.class})
  @ConditionalOnBean(ChatModel.class)
  @ConditionalOnBooleanProperty(COMPACT_ENABLED)
  static class ByChatModel {

    @Bean
    @ConditionalOnMissingBean(Summariser.class)
    ChatModelSummariser adkChatModelSummariser(
        Environment environment,
        ConfigurableListableBeanFactory beanFactory,
        ObjectProvider<ChatModels> chosen,
        ObjectProvider<ChatModel> models) {
      LlmProperties properties = AdkLlmProperties.of(environment);
      LlmProperties.Compact compact = properties.context().compact();
      ChatModels choice = chosen.getIfAvailable();
      ChatModel model = choice == null ? models.getObject() : choice.chosen(beanFactory);
      String name = compact.model() == null ? properties.options().model() : compact.model();
      return new ChatModelSummariser(model, options(model, name), compact.timeout());
    }

    private static @Nullable ChatOptions options(ChatModel model, @Nullable String name) {
      return name == null ? null : model.getOptions().mutate().model(name).build();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Order(3)
  @ConditionalOnBooleanProperty(COMPACT_ENABLED)
  static class Compacting {

    @Bean
    @ConditionalOnMissingBean
    CompactStore adkInMemoryCompactStore(Environment environment) {
      LlmRules.checkDatabase(
          "adk.llm.context.compact.store",
          AdkLlmProperties.of(environment).context().compact().store());
      return CompactStore.inMemory();
    }

    @Bean
    @Order(COMPACT)
    @ConditionalOnMissingBean
    CompactContext adkCompactContext(
        Environment environment, ObjectProvider<Summariser> summarisers, CompactStore store) {
      LlmProperties properties = AdkLlmProperties.of(environment);
      LlmProperties.Compact compact = properties.context().compact();
      Summariser summariser = summarisers.getIfAvailable();
      if (summariser == null) {
        throw new InvalidConfigurationPropertyValueException(
            COMPACT_ENABLED,
            true,
            "needs somebody to write summaries: a ChatModel or a Summariser bean");
      }
      return new CompactContext(
          CompactOptions.of(summariser, TokenCounters::count)
              .encoding(encoding(properties))
              .keepVerbatim(compact.keepVerbatim())
              .summariseAtTokens(compact.summariseAtTokens()),
          store);
    }
  }
}
