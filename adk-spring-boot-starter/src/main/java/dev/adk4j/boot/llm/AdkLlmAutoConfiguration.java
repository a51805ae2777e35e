package dev.adk4j.boot.llm;

import dev.adk4j.boot.condition.ConditionalOnSwitch;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.prompt.NonceSource;
import dev.adk4j.prompt.PromptAssembler;
import dev.adk4j.prompt.PromptRenderers;
import dev.adk4j.springai.chat.AnswerTap;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.springai.chat.LlmExecutorOptions;
import dev.adk4j.springai.chat.OptionsCustomizer;
import dev.adk4j.springai.chat.PromptTap;
import dev.adk4j.springai.chat.ToolCallAccumulator;
import dev.adk4j.springai.dialect.ProviderDialect;
import dev.adk4j.springai.dialect.ProviderDialects;
import dev.adk4j.springai.failure.ProviderErrorClassifier;
import dev.adk4j.springai.text.ReasoningParser;
import dev.adk4j.springai.text.ReasoningParsers;
import dev.adk4j.springai.text.TextToolCallParser;
import dev.adk4j.springai.text.TextToolCallParsers;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Makes a Spring AI chat model the executor, where the application has none of its own. Comes after
 * whatever configures chat models.
 */
@AutoConfiguration
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnClass({ChatModelExecutor.class, ChatModel.class})
@ConditionalOnSwitch(defaultOn = {"adk.enabled", "adk.llm.enabled"})
@ConditionalOnBean(ChatModel.class)
@ConditionalOnMissingBean(DispatchExecutor.class)
public final class AdkLlmAutoConfiguration {

  @Bean
  static ChatModels adkChatModels(Environment environment) {
    return new ChatModels(environment.getProperty("adk.llm.chat-model"));
  }

  /** Creates the source of the marks in envelopes. */
  @Bean
  @ConditionalOnMissingBean
  NonceSource adkNonceSource(Environment environment) {
    return LlmOptions.nonces(AdkLlmProperties.of(environment).envelope());
  }

  @Bean
  @ConditionalOnMissingBean
  PromptAssembler adkPromptAssembler(
      NonceSource nonces, ObjectProvider<PromptRenderers> renderers) {
    return new PromptAssembler(nonces, renderers.getIfAvailable(PromptRenderers::standard));
  }

  @Bean
  ChatModelExecutor adkChatModelExecutor(
      ChatModels models,
      ConfigurableListableBeanFactory beanFactory,
      Environment environment,
      PromptAssembler assembler,
      ObjectProvider<ProviderDialect> dialects,
      ObjectProvider<ProviderErrorClassifier> classifiers,
      ObjectProvider<ToolCallAccumulator.Factory> toolCallAccumulator,
      ObjectProvider<OptionsCustomizer> customizers,
      ObjectProvider<PromptTap> promptTaps,
      ObjectProvider<AnswerTap> answerTaps,
      ObjectProvider<ReasoningParser> reasoningParsers,
      ObjectProvider<TextToolCallParser> toolCallParsers,
      ObjectProvider<ObservationRegistry> observations) {
    LlmProperties properties = AdkLlmProperties.of(environment);
    LlmRules.checkEncoding(properties.tokenEncoding());
    OneRetryLayer.warnOfOthers(environment, properties.retry().maxAttempts());
    ChatModel model = models.chosen(beanFactory);
    ProviderDialects known = ProviderDialects.with(dialects.orderedStream().toList());
    ProviderDialect dialect =
        properties.dialect().equals("auto")
            ? known.of(model.getOptions())
            : known.named(properties.dialect());
    ApiKeys.requireText(environment, dialect.id());
    ParserChoice<ReasoningParser> reasoning =
        new ParserChoice<>(
            "adk.llm.reasoning-parser",
            ReasoningParser.class,
            ReasoningParser.NONE,
            ReasoningParsers.names(),
            name -> ReasoningParsers.named(name, properties.reasoningLoneClosers()),
            reasoningParsers,
            beanFactory);
    ParserChoice<TextToolCallParser> toolCalls =
        new ParserChoice<>(
            "adk.llm.local-tool-call-parser",
            TextToolCallParser.class,
            TextToolCallParser.NONE,
            TextToolCallParsers.names(),
            TextToolCallParsers::named,
            toolCallParsers,
            beanFactory);
    LlmExecutorOptions.Builder options =
        LlmOptions.of(properties).toBuilder()
            .reasoningParser(reasoning.chosen(properties.reasoningParser()))
            .localToolCallParser(toolCalls.chosen(properties.localToolCallParser()));
    toolCallAccumulator.ifAvailable(options::toolCallAccumulator);
    ChatModelExecutor.Builder builder =
        ChatModelExecutor.builder(model)
            .options(options.build())
            .dialect(dialect)
            .assembler(assembler)
            .optionsCustomizer(all(customizers.orderedStream().toList()));
    promptTaps.orderedStream().reduce(PromptTap::andThen).ifPresent(builder::promptTap);
    answerTaps.orderedStream().reduce(AnswerTap::andThen).ifPresent(builder::answerTap);
    classifiers
        .orderedStream()
        .reduce(ProviderErrorClassifier::orElse)
        .ifPresent(builder::classifier);
    observations.ifAvailable(builder::observationRegistry);
    return builder.build();
  }

  private static OptionsCustomizer all(List<OptionsCustomizer> customizers) {
    return (options, ctx) -> customizers.forEach(c -> c.customize(options, ctx));
  }
}
