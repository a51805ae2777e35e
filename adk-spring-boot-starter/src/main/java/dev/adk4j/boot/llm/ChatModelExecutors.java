package dev.adk4j.boot.llm;

import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.prompt.PromptAssembler;
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
import java.util.function.Function;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * Makes executors of the beans of chat models. The name of a model, and a dialect, that properties
 * set are those of the chosen chat model only.
 */
final class ChatModelExecutors implements Function<String, DispatchExecutor> {

  private final ConfigurableListableBeanFactory beanFactory;
  private final Environment environment;

  ChatModelExecutors(ConfigurableListableBeanFactory beanFactory, Environment environment) {
    this.beanFactory = beanFactory;
    this.environment = environment;
  }

  @Override
  public DispatchExecutor apply(String name) {
    return executor(name, false);
  }

  ChatModelExecutor chosen(String name) {
    return executor(name, true);
  }

  private ChatModelExecutor executor(String bean, boolean chosen) {
    LlmProperties properties = AdkLlmProperties.of(environment);
    LlmRules.checkEncoding(properties.tokenEncoding());
    OneRetryLayer.warnOfOthers(environment, properties.retry().maxAttempts());
    ChatModel model = beanFactory.getBean(bean, ChatModel.class);
    ProviderDialects known =
        ProviderDialects.with(all(ProviderDialect.class).orderedStream().toList());
    ProviderDialect dialect =
        !chosen || properties.dialect().equals("auto")
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
            all(ReasoningParser.class),
            beanFactory);
    ParserChoice<TextToolCallParser> toolCalls =
        new ParserChoice<>(
            "adk.llm.local-tool-call-parser",
            TextToolCallParser.class,
            TextToolCallParser.NONE,
            TextToolCallParsers.names(),
            TextToolCallParsers::named,
            all(TextToolCallParser.class),
            beanFactory);
    LlmExecutorOptions.Builder options =
        LlmOptions.of(properties).toBuilder()
            .reasoningParser(reasoning.chosen(properties.reasoningParser()))
            .localToolCallParser(toolCalls.chosen(properties.localToolCallParser()));
    if (!chosen) {
      options.model(LlmOptions.withoutName(properties.options()));
    }
    all(ToolCallAccumulator.Factory.class).ifAvailable(options::toolCallAccumulator);
    ChatModelExecutor.Builder builder =
        ChatModelExecutor.builder(model)
            .options(options.build())
            .dialect(dialect)
            .assembler(beanFactory.getBean(PromptAssembler.class))
            .optionsCustomizer(inOrder(all(OptionsCustomizer.class).orderedStream().toList()));
    all(PromptTap.class).orderedStream().reduce(PromptTap::andThen).ifPresent(builder::promptTap);
    all(AnswerTap.class).orderedStream().reduce(AnswerTap::andThen).ifPresent(builder::answerTap);
    all(ProviderErrorClassifier.class)
        .orderedStream()
        .reduce(ProviderErrorClassifier::orElse)
        .ifPresent(builder::classifier);
    all(ObservationRegistry.class).ifAvailable(builder::observationRegistry);
    return builder.build();
  }

  private <T> ObjectProvider<T> all(Class<T> type) {
    return beanFactory.getBeanProvider(type);
  }

  private static OptionsCustomizer inOrder(List<OptionsCustomizer> customizers) {
    return (options, ctx) -> customizers.forEach(c -> c.customize(options, ctx));
  }
}
