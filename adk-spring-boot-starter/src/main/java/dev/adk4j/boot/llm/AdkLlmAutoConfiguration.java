package dev.adk4j.boot.llm;

import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.startup.StartupNote;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.prompt.NonceSource;
import dev.adk4j.prompt.PromptAssembler;
import dev.adk4j.prompt.PromptRenderers;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.springai.chat.FallbackExecutor;
import dev.adk4j.springai.chat.PromptTap;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.springframework.ai.anthropic.http.okhttp.AnthropicHttpClientBuilderCustomizer;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.http.okhttp.OpenAiHttpClientBuilderCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Uses a Spring AI chat model as the executor if the application has no executor of its own. Runs
 * after the configuration of chat models.
 */
@AutoConfiguration
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnClass({ChatModelExecutor.class, ChatModel.class})
@ConditionalOnSwitch(defaultOn = {"adk.enabled", "adk.llm.enabled"})
@ConditionalOnBean(ChatModel.class)
@ConditionalOnMissingBean(DispatchExecutor.class)
@EnableConfigurationProperties(AdkProperties.class)
final class AdkLlmAutoConfiguration {

  @Bean
  static ChatModels adkChatModels(Environment environment) {
    return new ChatModels(environment.getProperty("adk.llm.chat-model"));
  }

  @Bean
  static OneRetryLayer adkOneRetryLayer() {
    return new OneRetryLayer();
  }

  /** Creates the source of the marks in envelopes. */
  @Bean
  @ConditionalOnMissingBean
  NonceSource adkNonceSource(AdkProperties properties) {
    return LlmOptions.nonces(properties.llm().envelope());
  }

  @Bean
  @ConditionalOnMissingBean
  PromptAssembler adkPromptAssembler(
      NonceSource nonces, ObjectProvider<PromptRenderers> renderers, AdkProperties properties) {
    PromptAssembler assembler =
        new PromptAssembler(nonces, renderers.getIfAvailable(PromptRenderers::standard));
    return properties.llm().envelope().plainMessages()
        ? assembler.with(PlainMessages::new)
        : assembler;
  }

  /** The first tap, so that the log has a prompt that a later one fails on. */
  @Bean
  @Order(Ordered.HIGHEST_PRECEDENCE)
  @ConditionalOnSwitch(defaultOff = PromptLog.PROPERTY)
  PromptTap adkPromptLog(Environment environment) {
    return PromptLog.of(environment);
  }

  @Bean
  ChatModelExecutors adkChatModelExecutors(
      ConfigurableListableBeanFactory beanFactory,
      Environment environment,
      AdkProperties properties,
      ChatModels models,
      ObjectProvider<ModelBreakers> breakers) {
    return new ChatModelExecutors(beanFactory, environment, properties, models, breakers);
  }

  @Bean
  StartupNote adkModelNote(ConfigurableListableBeanFactory beanFactory, ChatModels models) {
    return new StartupNote(
        StartupNote.MODEL,
        () -> {
          String bean = models.chosenName();
          String named =
              beanFactory.getSingleton(bean) instanceof ChatModel model
                  ? model.getOptions().getModel()
                  : null;
          return named == null ? bean : named + " of " + bean;
        });
  }

  @Bean
  @Conditional(OnFallback.class)
  FallbackExecutor adkFallbackExecutor(ChatModelExecutors executors) {
    return (FallbackExecutor) executors.apply(null, null);
  }

  @Bean
  @ConditionalOnMissingBean(FallbackExecutor.class)
  ChatModelExecutor adkChatModelExecutor(ChatModelExecutors executors) {
    return (ChatModelExecutor) executors.apply(null, null);
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(OpenAiHttpClientBuilderCustomizer.class)
  static class OpenAiErrors {

    @Bean
    OpenAiHttpClientBuilderCustomizer adkOpenAiErrors() {
      return client -> client.interceptor(new NoAnswer());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(AnthropicHttpClientBuilderCustomizer.class)
  static class AnthropicErrors {

    @Bean
    AnthropicHttpClientBuilderCustomizer adkAnthropicErrors() {
      return client -> client.interceptor(new NoAnswer());
    }
  }

  @Bean
  @ConditionalOnClass(name = "io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry")
  ModelBreakers adkModelBreakers(ObjectProvider<CircuitBreakerRegistry> registries) {
    return new ModelBreakers(registries);
  }
}
