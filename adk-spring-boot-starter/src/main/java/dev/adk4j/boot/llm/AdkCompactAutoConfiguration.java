package dev.adk4j.boot.llm;

import dev.adk4j.boot.condition.ConditionalOnChoice;
import dev.adk4j.boot.condition.ConditionalOnSwitch;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.context.JdbcCompactStore;
import dev.adk4j.prompt.context.CompactContext;
import dev.adk4j.prompt.context.CompactOptions;
import dev.adk4j.prompt.context.CompactStore;
import dev.adk4j.prompt.context.Summariser;
import dev.adk4j.springai.context.ChatModelSummariser;
import dev.adk4j.token.TokenCounters;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Puts summaries in the place of older turns, where properties ask for it; with any executor. Comes
 * after whatever configures chat models.
 */
@AutoConfiguration(
    after = AdkLlmAutoConfiguration.class,
    afterName = "dev.adk4j.boot.jdbc.AdkJdbcStorageAutoConfiguration")
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnSwitch(defaultOn = "adk.enabled", defaultOff = AdkCompactAutoConfiguration.ENABLED)
public final class AdkCompactAutoConfiguration {

  /** Where {@link CompactContext} stands among middleware. */
  public static final int COMPACT = -800;

  static final String ENABLED = "adk.llm.context.compact.enabled";

  // Where summaries are kept and who writes them; nested classes come in no order of their own.
  @Configuration(proxyBeanMethods = false)
  @Order(1)
  @ConditionalOnClass({
    JdbcCompactStore.class,
    DataSource.class,
    DependsOnDatabaseInitialization.class
  })
  @ConditionalOnBean(JdbcStorageOptions.class)
  @ConditionalOnSingleCandidate(DataSource.class)
  static class InDatabase {

    @Bean
    @ConditionalOnMissingBean(CompactStore.class)
    @ConditionalOnChoice(
        property = "adk.llm.context.compact.store",
        value = "database",
        matchIfMissing = true)
    @DependsOnDatabaseInitialization
    JdbcCompactStore adkJdbcCompactStore(
        DataSource dataSource, JdbcStorageOptions options, ObjectProvider<InstantSource> clock) {
      return JdbcCompactStore.of(dataSource, options, clock.getIfAvailable(InstantSource::system));
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Order(2)
  @ConditionalOnClass({ChatModel.class, ChatModelSummariser.class})
  @ConditionalOnBean(ChatModel.class)
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
            ENABLED, true, "needs somebody to write summaries: a ChatModel or a Summariser bean");
      }
      return new CompactContext(
          CompactOptions.of(summariser, TokenCounters::count)
              .encoding(AdkLlmProperties.encoding(properties))
              .keepVerbatim(compact.keepVerbatim())
              .summariseAtTokens(compact.summariseAtTokens()),
          store);
    }
  }
}
