package dev.adk4j.boot.internal.callback;

import static dev.adk4j.boot.Starts.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.Tool;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.CallbackKind;
import dev.adk4j.storage.FetchMessagesCallback;
import dev.adk4j.storage.FetchToolsCallback;
import dev.adk4j.storage.NoopStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.storage.StoreMessageCallback;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.tool.ToolProvider;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.annotation.Order;

class CallbackDetectionTests {

  private static final NoopStorageAdapter STORAGE = new NoopStorageAdapter();

  @AutoClose private final ContextStarter empty = ContextStarter.of(AdkAutoConfiguration.class);

  private final ContextStarter withExecutor = empty.withUserConfiguration(Executor.class);

  @Test
  void startsWithOneBeanForEachInterface() {
    withAllBut().run(context -> assertThat(context).hasSingleBean(TurnRunner.class));
  }

  @ParameterizedTest
  @EnumSource(CallbackKey.class)
  void namesOneMissingInterface(CallbackKey missing) {
    withAllBut(missing)
        .run(
            context ->
                assertThat(problems(context))
                    .containsExactly(new CallbackProblem.Missing(missing.type())));
  }

  @ParameterizedTest
  @EnumSource(CallbackKey.class)
  void namesCandidatesOfOneAmbiguousInterface(CallbackKey twice) {
    var context = register(withAllBut(), "another", twice).start();
    assertThat(problems(context))
        .singleElement()
        .isInstanceOfSatisfying(
            CallbackProblem.Ambiguous.class,
            problem -> {
              assertThat(problem.type()).isEqualTo(twice.type());
              assertThat(problem.candidates()).hasSize(2);
              assertThat(problem.candidates().getFirst()).startsWith(twice.operation());
              assertThat(problem.candidates().getLast()).startsWith("another");
            });
  }

  @Test
  void namesMissingAndAmbiguousInterfacesTogether() {
    var context =
        register(withAllBut(CallbackKey.FETCH_TOOLS), "another", CallbackKey.STORE_THOUGHT).start();
    assertThat(problems(context))
        .extracting(CallbackProblem::type)
        .containsExactly(CallbackKey.FETCH_TOOLS.type(), CallbackKey.STORE_THOUGHT.type());
  }

  @Test
  void takesThePrimaryOneOfSeveral() {
    var context =
        withExecutor
            .withPrimary("preferred", StoreMessageCallback.class, () -> (ctx, message) -> {})
            .withBean("adapter", StorageAdapter.class, () -> STORAGE)
            .start();
    assertThat(assignment(context, CallbackKey.STORE_MESSAGE)).isEqualTo(bean("preferred"));
  }

  @Test
  void takesTheApplicationsBeanOverAModulesFallbackForThatInterfaceOnly() {
    var context =
        withExecutor
            .withFallback("module", StorageAdapter.class, () -> STORAGE)
            .withBean("own", StoreMessageCallback.class, () -> (ctx, message) -> {})
            .start();
    assertThat(assignment(context, CallbackKey.STORE_MESSAGE)).isEqualTo(bean("own"));
    assertThat(configurer(context).resolution().callbacks().values())
        .filteredOn(new Assignment.Bean("module", true)::equals)
        .hasSize(26);
  }

  @Test
  void reportsTwoModulesForOneCallbackAsAmbiguous() {
    withExecutor
        .withFallback("module", StorageAdapter.class, () -> STORAGE)
        .withFallback("otherModule", StorageAdapter.class, () -> STORAGE)
        .run(
            context ->
                assertThat(problems(context))
                    .hasSize(27)
                    .allMatch(p -> p instanceof CallbackProblem.Ambiguous a && a.fallback()));
  }

  @Test
  void anOptOutWinsOverAModulesFallback() {
    var context =
        withExecutor
            .withFallback("module", StorageAdapter.class, () -> STORAGE)
            .start("adk.storage.noop=thoughts");
    assertThat(assignment(context, CallbackKey.STORE_THOUGHT))
        .isEqualTo(new Assignment.Noop(CallbackKind.THOUGHTS));
    assertThat(assignment(context, CallbackKey.STORE_MESSAGE))
        .isEqualTo(new Assignment.Bean("module", true));
  }

  @Test
  void theApplicationsBeanWinsOverItsOptOut() {
    var context =
        withExecutor
            .withBean("own", StoreMessageCallback.class, () -> (ctx, message) -> {})
            .start(allOptedOut());
    assertThat(assignment(context, CallbackKey.STORE_MESSAGE)).isEqualTo(bean("own"));
    assertThat(assignment(context, CallbackKey.FETCH_MESSAGES))
        .isEqualTo(new Assignment.Noop(CallbackKind.MESSAGES));
  }

  @ParameterizedTest
  @EnumSource(CallbackKind.class)
  void anOptOutCoversItsOwnInterfacesAndNoOthers(CallbackKind optOut) {
    withExecutor
        .withPropertyValues("adk.storage.noop=" + optOut.propertyValue())
        .run(
            context ->
                assertThat(problems(context))
                    .extracting(CallbackProblem::type)
                    .containsExactlyElementsOf(
                        Arrays.stream(CallbackKey.values())
                            .filter(callback -> callback.kind() != optOut)
                            .<Class<?>>map(CallbackKey::type)
                            .toList()));
  }

  @Test
  void startsWithoutStorageIfAllIsOptedOut() {
    assertThat(withExecutor.start(allOptedOut())).hasSingleBean(TurnRunner.class);
  }

  @Test
  void checksLazyApplications() {
    empty
        .withInitializer(
            context ->
                context.addBeanFactoryPostProcessor(
                    new LazyInitializationBeanFactoryPostProcessor()))
        .run(context -> assertThat(problems(context)).hasSize(28));
  }

  @Test
  void createsNothingToLookAtIt() {
    var context = withExecutor.withUserConfiguration(LazyAdapter.class).start();
    assertThat(context).hasNotFailed();
    assertThat(configurer(context).resolution().problems()).isEmpty();
  }

  @Test
  void backsOffForRunnerOfTheApplication() {
    var context =
        empty
            .withBean(
                "mine",
                TurnRunner.class,
                () ->
                    TurnRunner.builder()
                        .executor((ctx, helpers) -> ctx.ack())
                        .storage(STORAGE)
                        .build())
            .start();
    assertThat(context).hasNotFailed();
    assertThat(context).hasSingleBean(TurnRunner.class).hasBean("mine");
  }

  @Test
  void doesNothingWhenDisabled() {
    assertThat(empty.start("adk.enabled=off")).hasNotFailed().doesNotHaveBean(TurnRunner.class);
  }

  @Test
  void aSecondExecutorIsAmbiguous() {
    var context = withAllBut().withUserConfiguration(AnotherExecutor.class).start();
    assertThat(problems(context))
        .singleElement()
        .isInstanceOfSatisfying(
            CallbackProblem.Ambiguous.class,
            problem ->
                assertThat(problem.candidates())
                    .containsExactly(
                        "executor: defined by method 'executor' in " + Executor.class.getName(),
                        "another: defined by method 'another' in "
                            + AnotherExecutor.class.getName()));
  }

  @Test
  void ignoresBeansExcludedFromInjection() {
    var context =
        withExecutor
            .withUserConfiguration(NoCandidate.class)
            .withBean("adapter", StorageAdapter.class, () -> STORAGE)
            .start();
    assertThat(assignment(context, CallbackKey.FETCH_MESSAGES)).isEqualTo(bean("adapter"));
  }

  @Test
  void twoPrimaryOnesAreAmbiguous() {
    withExecutor
        .withPrimary("preferred", StoreMessageCallback.class, () -> (ctx, message) -> {})
        .withBean("adapter", StorageAdapter.class, () -> STORAGE)
        .withPrimary("alsoPreferred", StoreMessageCallback.class, () -> (ctx, message) -> {})
        .run(
            context ->
                assertThat(problems(context))
                    .singleElement()
                    .isInstanceOfSatisfying(
                        CallbackProblem.Ambiguous.class,
                        problem ->
                            assertThat(problem.candidates())
                                .anyMatch(candidate -> candidate.startsWith("preferred:"))
                                .anyMatch(candidate -> candidate.startsWith("alsoPreferred:"))));
  }

  @Test
  void theApplicationsToolsWinOverTheOptOutOfTools() {
    var context =
        withExecutor.withBean(ToolProvider.class, () -> ctx -> List.of()).start(allOptedOut());
    assertThat(assignment(context, CallbackKey.FETCH_TOOLS)).isEqualTo(new Assignment.ToolBeans());
  }

  @Test
  void everyToolProviderIsAskedInOrder() throws Exception {
    var context = withExecutor.withUserConfiguration(Providers.class).start(allOptedOut());
    CallbackConfigurer configurer = configurer(context);
    FetchToolsCallback tools =
        (FetchToolsCallback)
            configurer.instance(configurer.resolution().callbacks().get(CallbackKey.FETCH_TOOLS));
    assertThat(tools.fetchTools(AgentContexts.forScope(Scope.DEFAULT)))
        .extracting(Tool::name)
        .containsExactly("first", "second");
  }

  @Test
  void aBeanOfAParentContextAnswers() {
    ContextStarter.of()
        .withBean("adapter", StorageAdapter.class, () -> STORAGE)
        .run(
            parent ->
                withExecutor
                    .withParent(parent)
                    .run(
                        context -> {
                          assertThat(assignment(context, CallbackKey.STORE_MESSAGE))
                              .isEqualTo(bean("adapter"));
                          assertThat(context).hasSingleBean(TurnRunner.class);
                        }));
  }

  private ContextStarter withAllBut(CallbackKey... missing) {
    ContextStarter runner = withExecutor;
    for (CallbackKey callback : CallbackKey.values()) {
      if (!List.of(missing).contains(callback)) {
        runner = register(runner, callback.operation(), callback);
      }
    }
    return runner;
  }

  @SuppressWarnings("unchecked")
  private static ContextStarter register(ContextStarter runner, String name, CallbackKey callback) {
    return runner.withBean(name, (Class<Object>) callback.type(), () -> STORAGE);
  }

  private static String allOptedOut() {
    return "adk.storage.noop=messages,memories,thoughts,tool-calls,retrievables,standing-instructions,tools,bytes";
  }

  private static Assignment bean(String name) {
    return new Assignment.Bean(name, false);
  }

  private static CallbackConfigurer configurer(AssertableApplicationContext context) {
    return context.getBean(CallbackConfigurer.class);
  }

  private static Assignment assignment(AssertableApplicationContext context, CallbackKey callback) {
    assertThat(context).hasNotFailed();
    return configurer(context).resolution().callbacks().get(callback);
  }

  private static List<CallbackProblem> problems(AssertableApplicationContext context) {
    assertThat(context).hasFailed();
    Throwable failure = context.getStartupFailure();
    assertThat(failure).isInstanceOf(MissingAdkCallbacksException.class);
    return ((MissingAdkCallbacksException) failure).problems();
  }

  @Configuration(proxyBeanMethods = false)
  static class Executor {
    @Bean
    DispatchExecutor executor() {
      return (ctx, helpers) -> ctx.ack();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class AnotherExecutor {
    @Bean
    DispatchExecutor another() {
      return (ctx, helpers) -> ctx.ack();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class LazyAdapter {
    @Bean
    @Lazy
    StorageAdapter adapter() {
      return STORAGE;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Providers {
    @Bean
    @Order(2)
    ToolProvider second() {
      return ctx -> List.of(tool("second"));
    }

    @Bean
    @Order(1)
    ToolProvider first() {
      return ctx -> List.of(tool("first"));
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class NoCandidate {
    @Bean(autowireCandidate = false)
    FetchMessagesCallback hidden() {
      return ctx -> List.of();
    }

    @Bean(defaultCandidate = false)
    FetchMessagesCallback qualified() {
      return ctx -> List.of();
    }
  }
}
