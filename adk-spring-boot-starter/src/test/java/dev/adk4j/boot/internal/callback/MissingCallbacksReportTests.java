package dev.adk4j.boot.internal.callback;

import static dev.adk4j.boot.Starts.analyze;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.OwnConfigurations;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import java.util.Arrays;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

class MissingCallbacksReportTests {

  private static final String ALL_NOOP =
      "adk.storage.noop=messages,memories,thoughts,tool-calls,retrievables,standing-instructions,bytes";

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(
          OwnConfigurations.named("jdbc.AdkJdbcStorageAutoConfiguration"),
          AdkAutoConfiguration.class);

  private final ContextStarter executing =
      runner.withUserConfiguration(CallbackDetectionTests.Executor.class);

  /** The whole text of each way out is in the report of everything. */
  @Test
  void aMissingExecutorIsExplainedWithASnippet() {
    var context = runner.withBean(StorageAdapter.class, InMemoryStorageAdapter::new).start();
    FailureAnalysis analysis = analyze(context);
    assertThat(analysis.getDescription())
        .contains("1 has no such bean.", "Missing:\n\n\t- dev.adk4j.loop.DispatchExecutor")
        .endsWith("none was created from a Spring AI ChatModel: there is no such bean.");
    assertThat(analysis.getAction())
        .contains("\n\n1. Add a model:", "\n\n2. Declare a bean for each", "executor() {")
        .doesNotContain("adk.storage.noop", "@AgentTool", "fetchMemories");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "anthropic"})
  void aModelThatIsSwitchedOffIsNotAdvisedAgain(String choice) {
    var context =
        runner
            .withBean(StorageAdapter.class, InMemoryStorageAdapter::new)
            .start("spring.ai.model.chat=" + choice);
    FailureAnalysis analysis = analyze(context);
    assertThat(analysis.getDescription())
        .endsWith(
            "spring.ai.model.chat is '"
                + choice
                + "', so that only a starter of that name would make one.");
    assertThat(analysis.getAction())
        .contains("\n\n1. Let the starter that is there make its model: remove")
        .doesNotContain("Add a model", "api-key");
  }

  @Test
  void missingToolsAreExplainedWithAToolToPasteAndAnOptOut() {
    var context = executing.start(ALL_NOOP);
    FailureAnalysis analysis = analyze(context);
    assertThat(analysis.getDescription())
        .contains("1 has no such bean.", "- dev.adk4j.storage.FetchToolsCallback")
        .endsWith("no ToolProvider bean and no bean with an @AgentTool method.");
    assertThat(analysis.getAction())
        .contains("\n\n1. Give the agent a tool", "fetchTools() {")
        .endsWith("3. Declare that the agent has no tools:\n\n\tadk.storage.noop=tools")
        .doesNotContain("ChatModel", "executor() {");
  }

  @Test
  void everythingMissingIsListedWithAllWaysOut() {
    runner
        .withClassLoader(new FilteredClassLoader("dev.adk4j.jdbc"))
        .run(
            context -> {
              FailureAnalysis analysis = analyze(context);
              assertThat(analysis.getDescription())
                  .isEqualTo(
                      """
                      A turn runner needs 27 callbacks and an executor, each implemented by one bean. 28 have no such bean.

                      Missing:

                      %s
                      \t- dev.adk4j.loop.DispatchExecutor

                      Reasons for the missing beans:

                      \t- adk-jdbc-storage, which supplies all of them except the tools and the executor, is not on the class path.
                      \t- There is no Tool bean, no ToolProvider bean and no bean with an @AgentTool method.
                      \t- No bean implements DispatchExecutor, and none was created from a Spring AI ChatModel: there is no such bean.\
                      """
                          .formatted(
                              Arrays.stream(CallbackKey.values())
                                  .map(callback -> "\t- " + callback.type().getName())
                                  .collect(Collectors.joining("\n"))));
              assertThat(analysis.getAction())
                  .isEqualTo(
                      """
                      Choose, for each missing interface, one of these ways:

                      1. Add the module that stores everything in your database:

                      \t<dependency>
                      \t  <groupId>dev.adk4j</groupId>
                      \t  <artifactId>adk-jdbc-storage</artifactId>
                      \t  <version>${adk.version}</version>
                      \t</dependency>

                      2. Give the agent a tool, which is a method of any bean:

                      \t@AgentTool(description = "Tells what time it is.")
                      \tString time() {
                      \t  return LocalTime.now().toString();
                      \t}

                      3. Add a model: adk-spring-ai and the Spring AI starter of its provider, such as org.springframework.ai:spring-ai-starter-model-openai, with its key:

                      \tspring.ai.openai.api-key=…

                      4. Declare a bean for each missing interface:

                      \t@Bean
                      \tFetchMemoriesCallback fetchMemories() {
                      \t  return ctx -> myStore.fetchMemories(ctx.scope());
                      \t}

                      \t@Bean
                      \tFetchMessagesCallback fetchMessages() {
                      \t  return ctx -> myStore.fetchMessages(ctx.scope());
                      \t}

                      \t@Bean
                      \tFetchThoughtsCallback fetchThoughts() {
                      \t  return ctx -> myStore.fetchThoughts(ctx.scope());
                      \t}

                      \t@Bean
                      \tDispatchExecutor executor() {
                      \t  return (ctx, helpers) -> {
                      \t    Message answer = Message.assistant(myModel.call(ctx.turnMessages()));
                      \t    helpers.reportMessage(answer.id(), answer.content().orElseThrow().value(), true);
                      \t    ctx.storeMessage(answer);
                      \t    ctx.ack();
                      \t  };
                      \t}

                         One bean may implement several: MessageStorage, ToolCallStorage, … or StorageAdapter for all 27.
                         This one loses everything when the process ends:

                      \t@Bean
                      \tStorageAdapter storage() {
                      \t  return new InMemoryStorageAdapter();
                      \t}

                      5. Opt out by name. Records of these kinds are not stored:

                      \tadk.storage.noop=memories,messages,thoughts,tool-calls,tools,retrievables,standing-instructions,bytes\
                      """);
            });
  }

  @Test
  void ambiguousOnesAreListedWithTheirCandidates() {
    var context =
        executing
            .withUserConfiguration(CallbackDetectionTests.AnotherExecutor.class)
            .withBean("storage", StorageAdapter.class, () -> new InMemoryStorageAdapter())
            .start();
    FailureAnalysis analysis = analyze(context);
    assertThat(analysis.getDescription())
        .isEqualTo(
            """
                      A turn runner needs 27 callbacks and an executor, each implemented by one bean. 1 has no such bean.

                      Ambiguous, with several candidates but not exactly one @Primary bean:

                      \t- dev.adk4j.loop.DispatchExecutor
                      \t\t- executor: defined by method 'executor' in %s
                      \t\t- another: defined by method 'another' in %s\
                      """
                .formatted(
                    CallbackDetectionTests.Executor.class.getName(),
                    CallbackDetectionTests.AnotherExecutor.class.getName()));
    assertThat(analysis.getAction())
        .isEqualTo(
            "Mark one candidate of each ambiguous interface with @Primary, or remove the"
                + " others.");
  }

  @Test
  void twoStorageModulesAreNamedAsTheReason() {
    var context =
        executing
            .withFallback("otherModule", StorageAdapter.class, () -> new InMemoryStorageAdapter())
            .withFallback("module", StorageAdapter.class, () -> new InMemoryStorageAdapter())
            .start();
    assertThat(analyze(context).getDescription())
        .startsWith(
            "A turn runner needs 27 callbacks and an executor, each implemented by one"
                + " bean. 27 have no such bean.")
        .endsWith("Several storage modules supply the ambiguous ones.");
  }

  @Test
  void explainsMissingDataSource() {
    assertThat(analyze(executing.start()).getDescription())
        .contains(
            "- adk-jdbc-storage is on the class path, but it backed off: @ConditionalOnSingleCandidate (types:"
                + " javax.sql.DataSource; SearchStrategy: all) did not find any beans.");
    assertRemedy(
        executing,
        """
        1. Add a database for the storage module, which is on the class path. With spring-boot-starter-jdbc or spring-boot-starter-data-jpa and a driver:

        \tspring.datasource.url=jdbc:postgresql://localhost:5432/agent
        \tspring.datasource.username=agent
        \tspring.datasource.password=…
        """);
  }

  @Test
  void explainsAmbiguousDataSource() {
    assertRemedy(
        executing
            .withBean("one", DataSource.class, SimpleDriverDataSource::new)
            .withBean("two", DataSource.class, SimpleDriverDataSource::new),
        """
        1. Mark the DataSource bean for the storage module with @Primary.
        """);
  }

  private static void assertRemedy(ContextStarter runner, String remedy) {
    assertThat(analyze(runner.start()).getAction())
        .startsWith("Choose, for each missing interface, one of these ways:\n\n" + remedy)
        .doesNotContain("<artifactId>adk-jdbc-storage");
  }

  @Test
  void explainsDisabledStorageModule() {
    var context = executing.start("adk.jdbc.enabled=false");
    assertThat(analyze(context).getDescription())
        .contains("adk-jdbc-storage is on the class path, but it backed off:")
        .contains("adk.jdbc.enabled");
    assertRemedy(
        executing.withPropertyValues("adk.jdbc.enabled=false"),
        """
        1. Enable the storage module, which is on the class path:

        \tadk.jdbc.enabled=true
        """);
  }

  @Test
  void explainsStorageModuleWithoutImport() {
    ContextStarter.of(AdkAutoConfiguration.class)
        .withUserConfiguration(CallbackDetectionTests.Executor.class)
        .run(
            context ->
                assertThat(analyze(context).getDescription())
                    .contains(
                        "- adk-jdbc-storage is on the class path, but "
                            + OwnConfigurations.named("jdbc.AdkJdbcStorageAutoConfiguration")
                                .getName()
                            + " was not imported."));
  }

  @Test
  void everySnippetIsAMethodOfItsInterface() {
    assertThat(CallbackKey.values())
        .allSatisfy(
            callback ->
                assertThat(CallbackSnippet.of(callback))
                    .startsWith(
                        "@Bean\n"
                            + callback.type().getSimpleName()
                            + " "
                            + callback.operation()
                            + "() {\n  return ")
                    .endsWith(";\n}"));
  }
}
