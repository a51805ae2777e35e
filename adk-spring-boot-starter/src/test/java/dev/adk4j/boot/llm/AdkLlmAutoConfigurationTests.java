package dev.adk4j.boot.llm;

import static dev.adk4j.boot.Starts.analyze;
import static dev.adk4j.boot.Starts.count;
import static dev.adk4j.boot.Starts.refused;
import static dev.adk4j.boot.Starts.tool;
import static dev.adk4j.boot.Starts.total;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.OwnConfigurations;
import dev.adk4j.boot.actuate.Shown;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Answer;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.prompt.NonceSource;
import dev.adk4j.prompt.PromptOptions.AssistantMedia;
import dev.adk4j.prompt.budget.Budget;
import dev.adk4j.prompt.budget.PriceTable;
import dev.adk4j.springai.chat.AnswerTap;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.springai.chat.LlmExecutorOptions;
import dev.adk4j.springai.chat.LlmOptionsPatch;
import dev.adk4j.springai.chat.OptionsCustomizer;
import dev.adk4j.springai.chat.PromptTap;
import dev.adk4j.springai.chat.RetryOptions;
import dev.adk4j.springai.chat.ToolCallAccumulator;
import dev.adk4j.springai.dialect.ToolChoice;
import dev.adk4j.springai.failure.ProviderErrorClassifier;
import dev.adk4j.springai.failure.ProviderFailure;
import dev.adk4j.springai.failure.ProviderFailure.Kind;
import dev.adk4j.springai.text.ReasoningParser;
import dev.adk4j.springai.text.ReasoningParsers;
import dev.adk4j.springai.text.TextToolCallParser;
import dev.adk4j.springai.text.TextToolCallParsers;
import dev.adk4j.springai.tool.SpringAiTools;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.tool.ToolProvider;
import dev.adk4j.turn.ToolApproval;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.ResourceAccessException;
import reactor.core.publisher.Flux;

class AdkLlmAutoConfigurationTests {

  private static final Scope SCOPE = Scope.of("acme", "anna", "c1");

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(
              AdkLlmAutoConfiguration.class,
              AdkToolCallbackAutoConfiguration.class,
              AdkBudgetAutoConfiguration.class,
              AdkAutoConfiguration.class)
          .withPropertyValues("adk.storage.noop=tools")
          .withBean("storage", PersistentStorage.class, () -> new InMemoryStorageAdapter());

  private final ContextStarter one =
      runner.withBean("one", ChatModel.class, () -> new Model(prompt -> text("Hello from one")));

  @Test
  void aChatModelAnswersWithoutAnythingElse() {
    var context = one.start();
    assertThat(context).hasSingleBean(ChatModelExecutor.class);
    Answer reply = context.getBean(AgentClient.class).conversation(SCOPE).send("Hello?");
    assertThat(reply.text()).isEqualTo("Hello from one");
    assertThat(reply.usage().totalTokens()).isEqualTo(7);
  }

  @Test
  void anExecutorOfTheApplicationWins() {
    one.withBean("own", DispatchExecutor.class, () -> (ctx, helpers) -> ctx.ack())
        .run(context -> assertThat(context).doesNotHaveBean(ChatModelExecutor.class));
  }

  @Test
  void canBeSwitchedOff() {
    var context = one.start("adk.llm.enabled=false");
    assertThat(context).getFailure().hasStackTraceContaining("MissingAdkCallbacksException");
  }

  @Test
  void severalModelsAreRefusedWithTheirNames() {
    var context =
        one.withBean(
                "another", ChatModel.class, () -> new Model(prompt -> text("Hello from another")))
            .start();
    FailureAnalysis analysis = analyze(context);
    assertThat(analysis.getDescription())
        .isEqualTo(
            """
                      The executor needs one chat model, but there are several:

                      \t- one
                      \t- another\
                      """);
    assertThat(analysis.getAction()).contains("adk.llm.chat-model", "@Primary");
  }

  @Test
  void oneOfSeveralIsChosenByNameOrAsThePrimary() {
    one.withBean("another", ChatModel.class, () -> new Model(prompt -> text("Hello from another")))
        .withPropertyValues("adk.llm.chat-model=another")
        .run(context -> assertThat(answer(context)).isEqualTo("Hello from another"));
    one.withPrimary(
            "primary", ChatModel.class, () -> new Model(prompt -> text("Hello from primary")))
        .run(context -> assertThat(answer(context)).isEqualTo("Hello from primary"));
    var context = one.start("adk.llm.chat-model=nothing");
    assertThat(analyze(context).getDescription()).contains("names 'nothing'", "- one");
  }

  @Test
  void propertiesReachTheExecutor() {
    var context =
        one.withPropertyValues(
                "adk.llm.stream=false",
                "adk.llm.first-response-timeout=5s",
                "adk.llm.dialect=anthropic",
                "adk.llm.tool-error-detail=none",
                "adk.llm.tool-choice=function:weather",
                "adk.llm.envelope.nonce-key=0123456789abcdef")
            .withBean(Tool.class, () -> tool("weather"))
            .start();
    ChatModelExecutor executor = context.getBean(ChatModelExecutor.class);
    assertThat(executor.provider()).isEqualTo("anthropic");
    assertThat(executor.options().stream()).isFalse();
    assertThat(executor.options().firstResponseTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(executor.options().toolResults().inlineUpTo()).isEqualTo(8192);
    assertThat(executor.options().toolChoice()).isEqualTo(ToolChoice.function("weather"));
  }

  /** Each has a value of its own, over what properties say. */
  @Test
  void optionsOfBeansReachTheExecutorInTheirOrder() {
    var context =
        one.withPropertyValues("adk.llm.stream=true")
            .withBean(RetryOptions.class, () -> RetryOptions.OFF.withMaxAttempts(4))
            .withUserConfiguration(Patches.class)
            .start();
    LlmExecutorOptions options = options(context);
    assertThat(options.autoAck()).isFalse();
    assertThat(options.stream()).isFalse();
    assertThat(options.retry().maxAttempts()).isEqualTo(4);
    assertThat(options.model().temperature()).isEqualTo(0.5);
    assertThat(options.prompt().selfIdentity()).isEqualTo("second");
    assertThat(options.prompt().bucketOrder()).hasSize(2);
    assertThat(options.prompt().assistantMedia()).isEqualTo(AssistantMedia.REOFFER);
    assertThat(options.reasoningSources()).containsExactly("reasoning", "reasoning_content");
  }

  @Configuration(proxyBeanMethods = false)
  static class Patches {
    @Bean
    @Order(2)
    LlmOptionsPatch second() {
      return LlmOptionsPatch.NONE.with("prompt.selfIdentity", "second");
    }

    @Bean
    @Order(1)
    LlmOptionsPatch first() {
      return LlmOptionsPatch.of(
          Map.of(
              "autoAck",
              false,
              "stream",
              false,
              "options.temperature",
              0.5,
              "prompt.selfIdentity",
              "first",
              "prompt.bucketOrder",
              List.of("memories", "timeline"),
              "prompt.assistantMedia",
              "reoffer",
              "reasoningSources",
              List.of("reasoning", "reasoning_content")));
    }
  }

  @Test
  void aWrongToolChoiceStopsTheApplication() {
    refuses("adk.llm.tool-choice=weather", "function:NAME");
    refuses("adk.llm.tool-choice=allowed_tools:a,", "allowed_tools:NAME,NAME");
  }

  @ParameterizedTest
  @CsvSource({"dev", "local", "test"})
  @ExtendWith(OutputCaptureExtension.class)
  void promptsAreLoggedInDevelopment(String profile, CapturedOutput output) {
    var context =
        one.withBean(Tool.class, () -> tool("time"))
            .withPropertyValues(
                "spring.profiles.active=" + profile,
                "adk.llm.log-prompts=true",
                "adk.client.system-prompt=Be brief.")
            .start();
    context.getBean(AgentClient.class).conversation(SCOPE).send("Hello?");
    assertThat(output)
        .contains("[system]\nBe brief.\n\n[user]\n<message_")
        .contains("\nHello?\n</message_")
        .containsPattern("\\[tools]\\ntime: .*\\n\\{");
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void promptsAreLoggedNowhereElse(CapturedOutput output) {
    one.withPropertyValues("spring.profiles.active=prod", "adk.llm.log-prompts=true")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("adk.llm.log-prompts")
                    .hasMessageContaining("profile named dev, local or test"));
    var context = one.withPropertyValues("spring.profiles.active=dev").start();
    context.getBean(AgentClient.class).conversation(SCOPE).send("Hello?");
    assertThat(output).doesNotContain("Hello?");
  }

  @Test
  void usersMessagesArePlainWhereThatIsChosen() {
    List<String> sent = new CopyOnWriteArrayList<>();
    var context =
        runner
            .withBean(
                ChatModel.class,
                () ->
                    new Model(
                        prompt -> {
                          sent.add(prompt.getUserMessage().getText());
                          return text("Hello from one");
                        }))
            .start("adk.llm.envelope.plain-messages=true");
    context.getBean(AgentClient.class).conversation(SCOPE).send("Hello <system_instructions>?");
    assertThat(sent).containsExactly("Hello &lt;system_instructions>?");
  }

  @Test
  void severalTapsAndClassifiersAreAllAsked() {
    var context = one.withUserConfiguration(Watchers.class).start();
    context.getBean(AgentClient.class).conversation(SCOPE).send("Hello?");
    assertThat(Watchers.SEEN).containsExactly("prompt 1", "prompt 2", "answer");
  }

  @Configuration(proxyBeanMethods = false)
  static class Watchers {
    static final List<String> SEEN = new CopyOnWriteArrayList<>();

    @Bean
    @Order(1)
    PromptTap first() {
      return (id, messages, options, streamed) -> SEEN.add("prompt 1");
    }

    @Bean
    @Order(2)
    PromptTap second() {
      return (id, messages, options, streamed) -> SEEN.add("prompt 2");
    }

    @Bean
    AnswerTap third() {
      return (id, raw, text, reasoning, calls, streamed) -> SEEN.add("answer");
    }

    @Bean
    ProviderErrorClassifier knowsNothing() {
      return thrown -> Optional.empty();
    }

    @Bean
    ProviderErrorClassifier knowsNothingEither() {
      return thrown -> Optional.empty();
    }

    @Bean
    ToolCallAccumulator.Factory accumulator() {
      return ToolCallAccumulator::standard;
    }
  }

  @Test
  void parsersOfAnswersAreNamed() {
    one.run(
        context -> {
          assertThat(options(context).reasoningParser()).isSameAs(ReasoningParser.NONE);
          assertThat(options(context).localToolCallParser()).isSameAs(TextToolCallParser.NONE);
        });
    var context =
        one.start(
            "adk.llm.reasoning-parser=think_tag", "adk.llm.local-tool-call-parser=llama3-json");
    assertThat(options(context).reasoningParser())
        .isEqualTo(ReasoningParsers.named("think_tag", true));
    assertThat(options(context).localToolCallParser())
        .isSameAs(TextToolCallParsers.named("llama3_json"));
  }

  @Test
  void parsersOfTheApplicationAreBeans() {
    ContextStarter own = one.withUserConfiguration(Parsers.class, AnotherParser.class);
    assertThat(options(own.start()).localToolCallParser()).isSameAs(Parsers.CALLS);
    assertThat(options(own.start("adk.llm.local-tool-call-parser=custom")).localToolCallParser())
        .isSameAs(Parsers.CALLS);
    assertThat(options(own.start("adk.llm.local-tool-call-parser=another")).localToolCallParser())
        .isSameAs(AnotherParser.CALLS);
    assertThat(options(own.start("adk.llm.local-tool-call-parser=none")).localToolCallParser())
        .isSameAs(TextToolCallParser.NONE);
  }

  @Test
  void failsTheStartForUnknownParserWithKnownOnes() {
    refuses("adk.llm.reasoning-parser=thinking", "none, auto, think_tag", "custom", "loud");
    refuses("adk.llm.local-tool-call-parser=qwen", "hermes, llama3_json, mistral, custom");
    refuses("adk.llm.local-tool-call-parser=custom", TextToolCallParser.class.getName());
    refuses("adk.llm.reasoning-parser=custom", "the name of one of the beans loud, louder");
  }

  private void refuses(String property, String... explained) {
    one.withBean("loud", ReasoningParser.class, () -> ReasoningParsers.tags("LOUD", "QUIET", true))
        .withBean(
            "louder", ReasoningParser.class, () -> ReasoningParsers.tags("LOUDER", "QUIET", true))
        .withPropertyValues("adk.llm.reasoning-parser=none", property)
        .run(context -> refused(context, property.split("=")[0], explained));
  }

  private static LlmExecutorOptions options(AssertableApplicationContext context) {
    return context.getBean(ChatModelExecutor.class).options();
  }

  @Configuration(proxyBeanMethods = false)
  static class Parsers {
    static final TextToolCallParser CALLS = (text, tools) -> List.of();

    @Bean
    @Primary
    TextToolCallParser calls() {
      return CALLS;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class AnotherParser {
    static final TextToolCallParser CALLS = (text, tools) -> List.of();

    @Bean
    TextToolCallParser another() {
      return CALLS;
    }
  }

  @Test
  void failsTheStartForInvalidProperties() {
    for (String property :
        List.of(
            "adk.llm.token-encoding=o200k_base",
            "adk.llm.envelope.nonce-key=short",
            "adk.llm.nonsense=1")) {
      one.withPropertyValues(property).run(context -> assertThat(context).hasFailed());
    }
  }

  @Test
  void failsTheStartForUnknownEncodingWithKnownOnes() {
    one.withPropertyValues("adk.llm.token-encoding=o200k", "adk.llm.context-window=1000")
        .run(context -> refused(context, "adk.llm.token-encoding", "o200k_base", "TokenCounters"));
  }

  @ParameterizedTest
  @CsvSource({
    "openai, spring.ai.openai.api-key, true",
    "openai, spring.ai.openai.chat.api-key, true",
    "anthropic, spring.ai.anthropic.api-key, true",
    "gemini, spring.ai.google.genai.api-key, true",
    "ollama, spring.ai.openai.api-key, false"
  })
  void anEmptyApiKeyStopsTheApplication(String dialect, String property, boolean stops) {
    ContextStarter empty = one.withPropertyValues("adk.llm.dialect=" + dialect, property + "=");
    var context = empty.start();
    if (stops) {
      refused(context, property);
    } else {
      assertThat(context).hasNotFailed();
    }
  }

  /** Spring AI sends no key at all then, which is how such a server is said. */
  @Test
  void aServerOfOnesOwnMayWantNoApiKey() {
    one.withPropertyValues(
            "adk.llm.dialect=openai",
            "spring.ai.openai.api-key=",
            "spring.ai.openai.base-url=http://localhost:8000/v1")
        .run(context -> assertThat(context).hasNotFailed());
    one.withPropertyValues(
            "adk.llm.dialect=openai",
            "spring.ai.openai.api-key=",
            "spring.ai.openai.chat.api-key=a-key")
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void cachedAndReasoningTokensHavePrices() {
    assertThat(
            one.start(
                    "adk.llm.prices.m.input=3",
                    "adk.llm.prices.m.output=15",
                    "adk.llm.prices.m.cache-read=0.3",
                    "adk.llm.prices.m.cache-write=3.75",
                    "adk.llm.prices.m.reasoning=20")
                .getBean(PriceTable.class)
                .costOf(
                    GenerationStats.builder()
                        .model("m")
                        .promptTokens(1_000L)
                        .completionTokens(500L)
                        .totalTokens(1_500L)
                        .cacheReadTokens(600L)
                        .cacheWriteTokens(100L)
                        .reasoningTokens(200L)
                        .build()))
        .hasValue(new BigDecimal("0.009955"));
    assertThat(
            one.start(
                    "adk.llm.prices.m.input=3",
                    "adk.llm.prices.m.output=15",
                    "adk.llm.prices.m.cache-read=-1")
                .getStartupFailure())
        .rootCause()
        .hasMessageContaining("cache-read");
  }

  @Test
  void toolCallbacksBecomeToolsWithScopeOfTheTurn() throws Exception {
    var context =
        runner.withUserConfiguration(ToolUser.class, Callbacks.class).start("adk.storage.noop=");
    assertThat(answer(context)).isEqualTo("done");
    List<ToolCall> calls =
        context.getBean(PersistentStorage.class).fetchToolCalls(AgentContexts.forScope(SCOPE));
    assertThat(calls).extracting(ToolCall::tool).containsExactly("whoami", "echo");
    assertThat(calls)
        .filteredOn(ToolCall::isError)
        .extracting(call -> call.results().toString())
        .isEmpty();
    assertThat(context.getBean(Recorder.class).seen)
        .containsExactly("{} for anna of acme", "{\"text\":\"hi\"} for anna of acme");
  }

  @Test
  void budgetStopsExpensiveDispatch() {
    var context =
        one.withPropertyValues(
                "adk.llm.prices.model-1.input=1000000",
                "adk.llm.prices.model-1.output=2000000",
                "adk.llm.budget.limits[0].level=conversation",
                "adk.llm.budget.limits[0].cost=10",
                "adk.llm.approval.tools=wire-money")
            .withBean(OwnMiddleware.class)
            .withBean(Tool.class, () -> tool("wire-money"))
            .start();
    assertThat(context).hasSingleBean(Budget.class).hasSingleBean(ToolApproval.class);
    assertThat(context.getBean(TurnRunner.class).describe().dispatchInputPipeline())
        .containsSubsequence(
            Budget.class.getName(), ToolApproval.class.getName(), OwnMiddleware.class.getName());
    assertThat(answer(context)).isEqualTo("Hello from one");
    assertThat(catchThrowable(() -> answer(context)))
        .hasMessageContaining("budget of the conversation is used up");
  }

  @Test
  void tokensAndCostAreMetered() {
    var context =
        one.and(OwnConfigurations.named("observe.AdkObservationAutoConfiguration"))
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .start("adk.llm.prices[*].input=1000000", "adk.llm.prices[*].output=2000000");
    answer(context);
    MeterRegistry meters = context.getBean(MeterRegistry.class);
    assertThat(meters.get("adk.tokens").tag("gen_ai.token.type", "input").summary())
        .matches(summary -> summary.totalAmount() == 4);
    assertThat(
            total(
                meters,
                "adk.cost",
                "gen_ai.provider.name",
                "generic",
                "gen_ai.response.model",
                "model-1"))
        .isEqualTo(10);
  }

  @Test
  void lowerLayersDoNotRetryIfExecutorDoes() {
    assertThat(one.start().getEnvironment().containsProperty("spring.ai.openai.max-retries"))
        .isFalse();
    var context =
        one.withBean(RetryOptions.class, () -> RetryOptions.OFF.withMaxAttempts(3))
            .start("spring.ai.anthropic.max-retries=7");
    Environment environment = context.getEnvironment();
    assertThat(environment.getProperty("spring.ai.openai.max-retries")).isEqualTo("0");
    assertThat(environment.getProperty("spring.ai.retry.max-attempts")).isEqualTo("1");
    assertThat(environment.getProperty("spring.ai.anthropic.max-retries")).isEqualTo("7");
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void warnsOfLowerLayerWithRetries(CapturedOutput output) {
    ContextStarter retries =
        one.withBean(RetryOptions.class, () -> RetryOptions.OFF.withMaxAttempts(3));
    retries
        .withPropertyValues("spring.ai.openai.max-retries=0")
        .run(context -> assertThat(output).doesNotContain("attempts multiply"));
    var context = retries.withPropertyValues("spring.ai.openai.max-retries=2").start();
    assertThat(output)
        .contains("spring.ai.openai.max-retries also configures retries")
        .doesNotContain("spring.ai.anthropic");
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void lowerLayerMayRetryIfExecutorDoesNot(CapturedOutput output) {
    one.withPropertyValues("spring.ai.openai.max-retries=2")
        .run(context -> assertThat(output).doesNotContain("attempts multiply"));
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void warnsOfLongBudgetInMemory(CapturedOutput output) {
    ContextStarter limited = one.withPropertyValues("adk.llm.budget.limits[0].tokens=10");
    limited
        .withPropertyValues("adk.llm.budget.limits[0].level=turn")
        .run(context -> assertThat(output).doesNotContain("is kept in memory"));
    limited
        .withPropertyValues("adk.llm.budget.limits[0].level=tenant")
        .run(context -> assertThat(output).contains("is kept in memory"));
  }

  @Test
  void asksNextClassifierAboutUnknownFailure() {
    AtomicInteger attempts = new AtomicInteger();
    runner
        .withUserConfiguration(Classifiers.class)
        .withBean(
            ChatModel.class,
            () ->
                new Model(
                    prompt -> {
                      if (attempts.incrementAndGet() == 1) {
                        throw new IllegalStateException("out of tokens");
                      }
                      return text("again");
                    }))
        .withBean(
            RetryOptions.class,
            () -> RetryOptions.OFF.withMaxAttempts(2).withBaseDelay(Duration.ofMillis(1)))
        .run(context -> assertThat(answer(context)).isEqualTo("again"));
  }

  @Test
  void generationsAreObserved() {
    List<String> seen = new CopyOnWriteArrayList<>();
    ObservationRegistry registry = ObservationRegistry.create();
    registry
        .observationConfig()
        .observationHandler(
            context -> {
              seen.add(context.getName());
              return true;
            });
    var context = one.withBean(ObservationRegistry.class, () -> registry).start();
    answer(context);
    assertThat(seen).contains("adk.llm.generation");
  }

  @Test
  void generationsAreTimedByTheNamesOfTheConventions() {
    AtomicBoolean fails = new AtomicBoolean();
    timed(fails)
        .run(
            context -> {
              answer(context);
              fails.set(true);
              assertThat(catchThrowable(() -> answer(context))).isNotNull();

              MeterRegistry meters = context.getBean(MeterRegistry.class);
              assertThat(
                      count(
                          meters,
                          "gen_ai.client.operation.duration",
                          "gen_ai.operation.name",
                          "chat",
                          "gen_ai.provider.name",
                          "generic",
                          "gen_ai.response.model",
                          "model-1",
                          "gen_ai.agent.name",
                          "agent",
                          "error.type",
                          "none"))
                  .isEqualTo(1);
              assertThat(
                      count(
                          meters,
                          "gen_ai.client.operation.duration",
                          "error.type",
                          "java.lang.IllegalStateException",
                          "gen_ai.response.model",
                          "none"))
                  .isEqualTo(1);
              assertThat(
                      count(
                          meters,
                          "gen_ai.client.operation.time_to_first_chunk",
                          "gen_ai.agent.name",
                          "agent"))
                  .isEqualTo(1);
              assertThat(meters.getMeters().toString()).doesNotContain("Hello from");
            });
    var context = timed(new AtomicBoolean()).start("adk.llm.stream=false");
    answer(context);

    MeterRegistry meters = context.getBean(MeterRegistry.class);
    assertThat(meters.get("gen_ai.client.operation.duration").timer().count()).isEqualTo(1);
    assertThat(meters.find("gen_ai.client.operation.time_to_first_chunk").meters()).isEmpty();
  }

  private ContextStarter timed(AtomicBoolean fails) {
    return runner
        .and(
            ObservationAutoConfiguration.class,
            OwnConfigurations.named("observe.AdkObservationAutoConfiguration"))
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withBean(
            ChatModel.class,
            () ->
                new Streaming(
                    new Model(
                        prompt -> {
                          if (fails.get()) {
                            throw new IllegalStateException("out of tokens");
                          }
                          return text("Hello from one");
                        })));
  }

  private record Streaming(Model model) implements ChatModel {

    @Override
    public ChatResponse call(Prompt prompt) {
      return model.call(prompt);
    }

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
      return Flux.just(model.call(prompt));
    }

    @Override
    public ChatOptions getOptions() {
      return model.getOptions();
    }
  }

  @Test
  void ignoresModelExcludedFromInjection() {
    one.withBean(
            "hidden",
            ChatModel.class,
            () -> new Model(prompt -> text("hidden")),
            definition -> definition.setAutowireCandidate(false))
        .run(context -> assertThat(answer(context)).isEqualTo("Hello from one"));
  }

  @Test
  void aProviderOfToolCallbacksIsEnough() {
    one.withBean(
            ToolCallbackProvider.class,
            () -> ToolCallbackProvider.from(new Recorder().callback("echo")))
        .run(context -> assertThat(context).hasBean("adkToolCallbacks"));
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void whatCannotBeUsedIsLeftOutAndToldOnceEverywhere(CapturedOutput output) {
    ToolCallback broken =
        FunctionToolCallback.builder("broken", (String text) -> text)
            .description("Broken.")
            .inputType(String.class)
            .inputSchema("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"str\"}}}")
            .build();
    var context =
        runner
            .and(
                OwnConfigurations.named("actuate.AdkActuatorAutoConfiguration"),
                OwnConfigurations.named("observe.AdkObservationAutoConfiguration"))
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .withUserConfiguration(ToolUser.class, Callbacks.class)
            .withBean("broken", ToolCallback.class, () -> broken)
            .withBean(
                "away",
                ToolCallbackProvider.class,
                () ->
                    () -> {
                      throw new IllegalStateException("moved away");
                    })
            .withBean(
                Tool.class,
                () ->
                    Tool.builder("whoami")
                        .description("The application's own.")
                        .inputSchema("{\"type\":\"object\"}")
                        .handler((args, ctx, meta) -> ToolOutput.text("me"))
                        .build())
            .withPropertyValues(
                "adk.storage.noop=", "management.endpoints.web.exposure.include=adk")
            .start();
    assertThat(answer(context)).isEqualTo("done");
    assertThat(answer(context)).isEqualTo("done");

    assertThat(context.getBean(Recorder.class).seen).hasSize(1).allMatch(c -> c.contains("hi"));
    Map<String, String> leftOut = Shown.leftOutTools(context);
    assertThat(leftOut).hasSize(3).containsKeys("broken", "whoami");
    assertThat(leftOut.get("broken")).contains("'broken'", "$.properties.a.type");
    assertThat(leftOut.values()).anyMatch(text -> text.contains("moved away"));
    assertThat(context.getBean("adkHealthIndicator", HealthIndicator.class).health().getDetails())
        .containsEntry("leftOutTools", leftOut);
    MeterRegistry meters = context.getBean(MeterRegistry.class);
    context.getBeansOfType(MeterBinder.class).values().forEach(b -> b.bindTo(meters));
    assertThat(meters.get("adk.tools.left.out").gauge().value()).isEqualTo(3);
    leftOut.values().forEach(text -> assertThat(output).containsOnlyOnce(text));
    assertThat(
            catchThrowable(
                () ->
                    context
                        .getBean(AgentClient.class)
                        .conversation(SCOPE)
                        .send("Hello?", o -> o.tools("broken"))))
        .hasMessageContaining("The tool 'broken'");
  }

  @Test
  void aToolProviderThatFailsCostsNoOther() {
    Tool good =
        Tool.builder("good")
            .description("Works.")
            .inputSchema("{\"type\":\"object\"}")
            .handler((args, ctx, meta) -> ToolOutput.text("good"))
            .build();
    var context =
        one.withBean(
                "failing",
                ToolProvider.class,
                () ->
                    ctx -> {
                      throw new IllegalStateException("moved away");
                    })
            .withBean("nothing", ToolProvider.class, () -> ctx -> null)
            .withBean("twice", ToolProvider.class, () -> ctx -> List.of(good, good))
            .withBean(
                TurnMiddleware.class,
                () ->
                    (ctx, next) -> {
                      ctx.fetchTools().forEach(ctx.tools()::register);
                      next.proceed();
                    })
            .start("adk.storage.noop=");
    assertThat(answer(context)).isEqualTo("Hello from one");
    AgentClient client = context.getBean(AgentClient.class);
    assertThat(client.conversation(SCOPE).send("Hello?", o -> o.tools("good")).text())
        .isEqualTo("Hello from one");
    assertThat(
            catchThrowable(() -> client.conversation(SCOPE).send("Hello?", o -> o.tools("other"))))
        .hasMessageContaining("moved away");
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void theNonceKeyIsInNoLogAndNoPrompt(CapturedOutput output) {
    String key = "a-secret-key-of-the-test";
    List<Prompt> prompts = new CopyOnWriteArrayList<>();
    runner
        .withBean(
            ChatModel.class,
            () ->
                new Model(
                    prompt -> {
                      prompts.add(prompt);
                      return text("seen");
                    }))
        .withPropertyValues(
            "adk.llm.envelope.nonce-key=" + key, "logging.level.root=trace", "debug=true")
        .run(
            context -> {
              answer(context);
              assertThat(prompts.toString()).contains("<message_").doesNotContain(key);
              assertThat(context.getBean(NonceSource.class).toString()).doesNotContain(key);
              assertThat(context.getBean(AdkProperties.class).toString()).doesNotContain(key);
            });
    var context = one.withPropertyValues("adk.llm.envelope.nonce-key=tooshort-secret").start();
    assertThat(context).getFailure().hasStackTraceContaining("must be 16 characters or more");

    assertThat(output.toString()).doesNotContain(key);
  }

  @Test
  void retriesFailuresAndToolErrorsAreCounted() {
    AtomicInteger attempts = new AtomicInteger();
    var context =
        runner
            .and(OwnConfigurations.named("observe.AdkObservationAutoConfiguration"))
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .withBean(
                ChatModel.class,
                () ->
                    new Model(
                        prompt ->
                            switch (attempts.incrementAndGet()) {
                              case 1 -> throw new ResourceAccessException("refused");
                              case 2 ->
                                  AssistantMessage.builder()
                                      .content("")
                                      .toolCalls(
                                          List.of(
                                              new AssistantMessage.ToolCall(
                                                  "a", "function", "no-such-tool", "{}")))
                                      .build();
                              default -> throw new HttpClientErrorException(HttpStatus.BAD_REQUEST);
                            }))
            .withBean(
                RetryOptions.class,
                () -> RetryOptions.OFF.withMaxAttempts(2).withBaseDelay(Duration.ofMillis(1)))
            .start();
    assertThat(catchThrowable(() -> answer(context))).isNotNull();
    MeterRegistry meters = context.getBean(MeterRegistry.class);
    assertThat(meters.get("adk.llm.retries").counter().count()).isEqualTo(1);
    assertThat(meters.get("adk.tool.call.errors").counter().count()).isEqualTo(1);
    assertThat(count(meters, "adk.llm.failures", "adk.error.code", "E_LLM_PROVIDER_ERROR"))
        .isEqualTo(1);
  }

  @Test
  void countsLongPromptDespiteWrappedError() {
    var context =
        one.and(OwnConfigurations.named("observe.AdkObservationAutoConfiguration"))
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .start("adk.llm.token-encoding=o200k_base", "adk.llm.context-window=1");
    assertThat(catchThrowable(() -> answer(context))).isNotNull();
    assertThat(
            count(
                context.getBean(MeterRegistry.class),
                "adk.llm.failures",
                "adk.error.code",
                "E_LLM_CONTEXT_OVERFLOW"))
        .isEqualTo(1);
  }

  @Test
  void everyCustomizerOfOptionsIsAskedInOrder() {
    List<String> asked = new CopyOnWriteArrayList<>();
    var context =
        one.withBean("b", OptionsCustomizer.class, () -> new Asked(2, asked))
            .withBean("a", OptionsCustomizer.class, () -> new Asked(1, asked))
            .start();
    answer(context);
    assertThat(asked).containsExactly("1", "2");
  }

  private static String answer(AssertableApplicationContext context) {
    return context.getBean(AgentClient.class).conversation(SCOPE).send("Hello?").text();
  }

  record Asked(int order, List<String> asked) implements OptionsCustomizer, Ordered {
    @Override
    public void customize(ChatOptions.Builder<?> options, DispatchContext ctx) {
      asked.add(String.valueOf(order));
    }

    @Override
    public int getOrder() {
      return order;
    }
  }

  static final class OwnMiddleware implements DispatchMiddleware {
    @Override
    public void handle(DispatchContext ctx, Next next) throws Exception {
      next.proceed();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Classifiers {
    @Bean
    @Order(1)
    ProviderErrorClassifier knowsNothing() {
      return thrown -> Optional.empty();
    }

    @Bean
    @Order(2)
    ProviderErrorClassifier knows() {
      return thrown -> Optional.of(new ProviderFailure(Kind.HTTP, 429, "slow down", Duration.ZERO));
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class ToolUser {
    @Bean
    ChatModel toolUser() {
      return new Model(
          prompt ->
              prompt.getInstructions().size() > 2
                  ? text("done")
                  : AssistantMessage.builder()
                      .content("")
                      .toolCalls(
                          List.of(
                              new AssistantMessage.ToolCall("a", "function", "whoami", "{}"),
                              new AssistantMessage.ToolCall(
                                  "b", "function", "echo", "{\"text\":\"hi\"}")))
                      .build());
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Callbacks {
    @Bean
    Recorder recorder() {
      return new Recorder();
    }

    @Bean
    ToolCallback whoami(Recorder recorder) {
      return recorder.callback("whoami");
    }

    @Bean
    ToolCallbackProvider more(Recorder recorder) {
      return ToolCallbackProvider.from(recorder.callback("echo"));
    }
  }

  static final class Recorder {
    private final List<String> seen = new CopyOnWriteArrayList<>();

    ToolCallback callback(String name) {
      return new ToolCallback() {
        @Override
        public ToolDefinition getToolDefinition() {
          return ToolDefinition.builder()
              .name(name)
              .description(name)
              .inputSchema("{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}}}")
              .build();
        }

        @Override
        public String call(String toolInput) {
          throw new AssertionError("without a context");
        }

        @Override
        public String call(String toolInput, @Nullable ToolContext context) {
          Scope scope = (Scope) context.getContext().get(SpringAiTools.SCOPE);
          seen.add(toolInput + " for " + scope.subject() + " of " + scope.tenant());
          return "ok";
        }
      };
    }
  }

  private static AssistantMessage text(String text) {
    return new AssistantMessage(text);
  }

  private record Model(Function<Prompt, AssistantMessage> answers) implements ChatModel {
    @Override
    public ChatOptions getOptions() {
      return ToolCallingChatOptions.builder().model("model-1").build();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
      return new ChatResponse(
          List.of(
              new Generation(
                  answers.apply(prompt),
                  ChatGenerationMetadata.builder().finishReason("stop").build())),
          ChatResponseMetadata.builder().model("model-1").usage(new DefaultUsage(4, 3)).build());
    }
  }
}
