package dev.adk4j.boot.llm;

import dev.adk4j.boot.AdkOrder;
import dev.adk4j.boot.internal.condition.ConditionalOnChoice;
import dev.adk4j.boot.internal.condition.ConditionalOnStorageDatabase;
import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.ContextProperties;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.context.JdbcSummaryStore;
import dev.adk4j.prompt.context.ContextSummarizer;
import dev.adk4j.prompt.context.Summarizer;
import dev.adk4j.prompt.context.SummarizerOptions;
import dev.adk4j.prompt.context.SummaryStore;
import dev.adk4j.springai.context.ChatModelSummarizer;
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
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Replaces older turns by summaries if properties enable it, with any executor. Runs after the
 * configuration of chat models.
 */
@AutoConfiguration(
    after = AdkLlmAutoConfiguration.class,
    afterName = "dev.adk4j.boot.jdbc.AdkJdbcStorageAutoConfiguration")
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnSwitch(
    defaultOn = "adk.enabled",
    defaultOff = AdkContextSummarizerAutoConfiguration.ENABLED)
@EnableConfigurationProperties(AdkProperties.class)
final class AdkContextSummarizerAutoConfiguration {

  static final String ENABLED = "adk.llm.context.summary.enabled";

  // Storage and model of summaries. Nested classes have no order of their own.
  @Configuration(proxyBeanMethods = false)
  @Order(1)
  @ConditionalOnStorageDatabase
  static class InDatabase {

    @Bean
    @ConditionalOnMissingBean(SummaryStore.class)
    @ConditionalOnChoice(
        property = "adk.llm.context.summary.store",
        value = "database",
        matchIfMissing = true)
    @DependsOnDatabaseInitialization
    JdbcSummaryStore adkJdbcSummaryStore(
        DataSource dataSource, JdbcStorageOptions options, ObjectProvider<InstantSource> clock) {
      return JdbcSummaryStore.of(dataSource, options, clock.getIfAvailable(InstantSource::system));
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Order(2)
  @ConditionalOnClass({ChatModel.class, ChatModelSummarizer.class})
  @ConditionalOnBean(ChatModel.class)
  static class ByChatModel {

    @Bean
    @ConditionalOnMissingBean(Summarizer.class)
    ChatModelSummarizer adkChatModelSummarizer(
        AdkProperties properties,
        ConfigurableListableBeanFactory beanFactory,
        ObjectProvider<ChatModels> chosen,
        ObjectProvider<ChatModel> models) {
      ContextProperties.Summary summary = properties.llm().context().summary();
      ChatModels choice = chosen.getIfAvailable();
      ChatModel model = choice == null ? models.getObject() : choice.chosen(beanFactory);
      return new ChatModelSummarizer(model, options(model, summary.model()), summary.timeout());
    }

    private static @Nullable ChatOptions options(ChatModel model, @Nullable String name) {
      return name == null ? null : model.getOptions().mutate().model(name).build();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Order(3)
  static class Summarizing {

    @Bean
    @ConditionalOnMissingBean
    SummaryStore adkInMemorySummaryStore(AdkProperties properties) {
      LlmRules.checkDatabase(
          "adk.llm.context.summary.store", properties.llm().context().summary().store());
      return SummaryStore.inMemory();
    }

    @Bean
    @Order(AdkOrder.SUMMARIZE)
    @ConditionalOnMissingBean
    ContextSummarizer adkContextSummarizer(
        AdkProperties properties, ObjectProvider<Summarizer> summarizers, SummaryStore store) {
      ContextProperties.Summary summary = properties.llm().context().summary();
      Summarizer summarizer = summarizers.getIfAvailable();
      if (summarizer == null) {
        throw new InvalidConfigurationPropertyValueException(
            ENABLED,
            true,
            "needs a model to write summaries: declare a ChatModel or a Summarizer bean");
      }
      return new ContextSummarizer(
          SummarizerOptions.of(summarizer, TokenCounters::count)
              .withEncoding(properties.llm().encoding())
              .withKeepVerbatim(summary.keepVerbatim())
              .withSummarizeAtTokens(summary.summarizeAtTokens()),
          store);
    }
  }
}
