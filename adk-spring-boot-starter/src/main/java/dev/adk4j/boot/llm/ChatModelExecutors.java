package dev.adk4j.boot.llm;

import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.LlmProperties;
import dev.adk4j.boot.internal.properties.LlmProperties.Fallback.Model;
import dev.adk4j.boot.internal.properties.PropertyRules;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.prompt.PromptAssembler;
import dev.adk4j.prompt.budget.ModelPrice;
import dev.adk4j.prompt.budget.PriceTable;
import dev.adk4j.springai.chat.AnswerTap;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.springai.chat.FallbackExecutor;
import dev.adk4j.springai.chat.LlmExecutorOptions;
import dev.adk4j.springai.chat.LlmOptionsPatch;
import dev.adk4j.springai.chat.ModelBreaker;
import dev.adk4j.springai.chat.ModelRoute;
import dev.adk4j.springai.chat.OptionsCustomizer;
import dev.adk4j.springai.chat.PromptTap;
import dev.adk4j.springai.chat.RetryOptions;
import dev.adk4j.springai.chat.ToolCallAccumulator;
import dev.adk4j.springai.dialect.ProviderDialect;
import dev.adk4j.springai.dialect.ProviderDialects;
import dev.adk4j.springai.failure.ProviderErrorClassifier;
import dev.adk4j.springai.text.ReasoningParser;
import dev.adk4j.springai.text.ReasoningParsers;
import dev.adk4j.springai.text.TextToolCallParser;
import dev.adk4j.springai.text.TextToolCallParsers;
import io.micrometer.observation.ObservationRegistry;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * Creates executors from chat model beans. The model name of a patch and the dialect of a property
 * apply only to the selected chat model.
 */
record ChatModelExecutors(
    ConfigurableListableBeanFactory beanFactory,
    Environment environment,
    AdkProperties properties,
    ChatModels models,
    ObjectProvider<ModelBreakers> breakers)
    implements BiFunction<@Nullable String, @Nullable List<Model>, DispatchExecutor> {

  /** Creates an executor of a chat model and of its fallback models; null for the shared ones. */
  @Override
  public DispatchExecutor apply(@Nullable String named, @Nullable List<Model> after) {
    boolean chosen = named == null;
    String bean = named == null ? models.chosenName() : named;
    LlmProperties.Fallback settings = properties.llm().fallback();
    boolean same = bean.equals(models.chosenName());
    List<Model> next = after != null ? after : same ? settings.models() : List.of();
    if (next.isEmpty()) {
      return executor(bean, chosen, null);
    }
    Model first = new Model(bean, null, null, null, settings.maxPromptCost());
    return FallbackExecutor.of(
            route(bean, first, chosen),
            next.stream().map(model -> route(bean, model, false)).toArray(ModelRoute[]::new))
        .on(
            settings.on().stream()
                .map(on -> FallbackExecutor.Failure.valueOf(on.name()))
                .collect(Collectors.toSet()))
        .continued(settings.continueBrokenAnswer());
  }

  private ModelRoute route(String first, Model model, boolean chosen) {
    String bean = Objects.requireNonNullElse(model.chatModel(), first);
    String name = model.model() == null ? bean : bean + "/" + model.model();
    LlmOptionsPatch options = LlmOptionsPatch.NONE;
    if (model.model() != null) {
      options = options.with("options.model", model.model());
    }
    if (model.firstResponseTimeout() != null) {
      options = options.with("firstResponseTimeout", model.firstResponseTimeout());
    }
    if (model.contextWindow() != null) {
      options =
          options
              .with("contextWindow", model.contextWindow())
              .with("tokenEncoding", properties.llm().encoding());
    }
    ModelBreakers known = breakers.getIfAvailable();
    ChatModelExecutor executor =
        executor(bean, chosen, known == null ? null : known.of(name)).with(options);
    return new ModelRoute(name, executor, condition(bean, executor, model.maxPromptCost()));
  }

  private ModelRoute.@Nullable Condition condition(
      String bean, ChatModelExecutor executor, @Nullable BigDecimal most) {
    if (most == null) {
      return null;
    }
    String named = executor.options().model().model();
    String model =
        named == null ? beanFactory.getBean(bean, ChatModel.class).getOptions().getModel() : named;
    Optional<ModelPrice> price = beanFactory.getBean(PriceTable.class).priceOf(model);
    PropertyRules.require(
        price.isPresent(), "adk.llm.prices", model, "must have a price of this model");
    return ModelRoute.Condition.maxPromptCost(most, price.orElseThrow());
  }

  private ChatModelExecutor executor(String bean, boolean chosen, @Nullable ModelBreaker breaker) {
    LlmProperties llm = properties.llm();
    LlmRules.checkEncoding(llm.tokenEncoding());
    ChatModel model = beanFactory.getBean(bean, ChatModel.class);
    ProviderDialects known =
        ProviderDialects.with(all(ProviderDialect.class).orderedStream().toList());
    ProviderDialect dialect =
        !chosen || llm.dialect().equals("auto")
            ? known.of(model.getOptions())
            : known.named(llm.dialect());
    ApiKeys.requireText(environment, dialect.id());
    ParserChoice<ReasoningParser> reasoning =
        new ParserChoice<>(
            "adk.llm.reasoning-parser",
            ReasoningParser.class,
            ReasoningParser.NONE,
            ReasoningParsers.names(),
            name -> ReasoningParsers.named(name, true),
            beanFactory);
    ParserChoice<TextToolCallParser> toolCalls =
        new ParserChoice<>(
            "adk.llm.local-tool-call-parser",
            TextToolCallParser.class,
            TextToolCallParser.NONE,
            TextToolCallParsers.names(),
            TextToolCallParsers::named,
            beanFactory);
    LlmExecutorOptions.Builder given =
        LlmOptions.of(llm).toBuilder()
            .reasoningParser(reasoning.chosen(llm.reasoningParser()))
            .localToolCallParser(toolCalls.chosen(llm.localToolCallParser()));
    all(RetryOptions.class).ifAvailable(given::retry);
    all(ToolCallAccumulator.Factory.class).ifAvailable(given::toolCallAccumulator);
    LlmExecutorOptions options = given.build();
    for (LlmOptionsPatch patch : all(LlmOptionsPatch.class).orderedStream().toList()) {
      options = patch.applyTo(options);
    }
    if (!chosen) {
      options = options.toBuilder().model(options.model().with(o -> o.model(null))).build();
    }
    OneRetryLayer.warnOfOthers(environment, options.retry().maxAttempts());
    ChatModelExecutor.Builder builder =
        ChatModelExecutor.builder(model)
            .options(options)
            .dialect(dialect)
            .breaker(breaker)
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
