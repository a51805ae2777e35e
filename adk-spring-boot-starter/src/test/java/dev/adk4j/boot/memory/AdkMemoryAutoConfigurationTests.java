package dev.adk4j.boot.memory;

import static dev.adk4j.boot.Starts.count;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.OwnConfigurations;
import dev.adk4j.client.AgentClient;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.memory.JdbcExtractionJournal;
import dev.adk4j.jdbc.memory.JdbcMemoryStore;
import dev.adk4j.loop.Tool;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.MemoryStoreCallbacks;
import dev.adk4j.memory.injection.InjectionSettings;
import dev.adk4j.memory.internal.injection.MemoryInjectionMiddleware;
import dev.adk4j.memory.internal.injection.MemoryRefreshMiddleware;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.ExtractionJournal.SaveLease;
import dev.adk4j.memory.journal.ExtractionJournal.SetAside;
import dev.adk4j.memory.journal.InMemoryExtractionJournal;
import dev.adk4j.memory.local.InMemoryMemoryStore;
import dev.adk4j.memory.store.ExtractionModel;
import dev.adk4j.memory.store.ExtractionTrigger;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryStore;
import dev.adk4j.memory.store.SearchOptions;
import dev.adk4j.memory.store.StoreExtractionSettings;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

@ExtendWith(OutputCaptureExtension.class)
class AdkMemoryAutoConfigurationTests {

  private static final Scope ANN = Scope.of("acme", "ann", "monday");
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @AutoClose
  private final ContextStarter bare =
      ContextStarter.of(
              DataSourceAutoConfiguration.class,
              OwnConfigurations.named("jdbc.AdkJdbcStorageAutoConfiguration"),
              AdkAutoConfiguration.class,
              AdkMemoryAutoConfiguration.class)
          .withFallback("executor", ScriptedExecutor.class, () -> ScriptedExecutor.saying("hello"))
          .withPropertyValues(
              "spring.datasource.generate-unique-name=true",
              "adk.jdbc.schema=create-if-missing",
              // a machine that stands still for seconds must not look like a store that does
              "adk.memory.search-timeout=2m",
              "adk.memory.write-timeout=2m",
              "adk.memory.shutdown.flush-timeout=2m");

  private final ContextStarter runner = bare.withUserConfiguration(Facts.class);

  @Test
  void aFactLearnedInOneConversationIsRecalledInAnotherOfTheSameSubjectAlone() {
    var context = runner.start();
    AgentClient client = context.getBean(AgentClient.class);
    ScriptedExecutor executor = context.getBean(ScriptedExecutor.class);
    client.conversation(ANN).send("Remember: Ann takes her tea without sugar.");
    assertThat(context.getBean(MemoryManager.class).flush(ANN, LIMIT).complete()).isTrue();

    client.conversation(ANN.withConversation("friday")).send("How do I take my tea?");
    assertThat(executor.lastSeen().messageTexts())
        .as("a new conversation")
        .containsExactly("How do I take my tea?");
    assertThat(executor.lastSeen().memories())
        .extracting(memory -> memory.content().value())
        .containsExactly("Ann takes her tea without sugar.");

    client.conversation(Scope.of("acme", "bob", "friday")).send("How does Ann take her tea?");
    assertThat(executor.lastSeen().memories()).isEmpty();
    client.conversation(Scope.of("rival", "ann", "friday")).send("How do I take my tea?");
    assertThat(executor.lastSeen().memories()).isEmpty();
  }

  @Test
  void theModelSearchesAndWritesWithToolsForTheTurnsOwnerOnly() throws Exception {
    var context =
        runner
            .withPrimary(
                "toolUser",
                ScriptedExecutor.class,
                () ->
                    ScriptedExecutor.of(
                        Script.empty()
                            .callTool("add_memory", Map.of("entries", List.of("Ann bakes bread.")))
                            .nextIteration()
                            .callTool("search_memory", Map.of("query", "bread"))
                            .nextIteration()
                            .say("done")))
            .start("adk.memory.add-tool.enabled=true", "adk.memory.injection.enabled=false");
    context.getBean(AgentClient.class).conversation(ANN).send("note it");

    assertThat(context.getBean(ScriptedExecutor.class).lastSeen().tools())
        .contains("search_memory", "add_memory");
    MemoryStore store = context.getBean(JdbcMemoryStore.class);
    assertThat(store.search("bread", SearchOptions.of(3, owner("ann"))))
        .extracting(MemoryEntry::content)
        .containsExactly("Ann bakes bread.");
    assertThat(store.search("bread", SearchOptions.of(3, owner("bob")))).isEmpty();
    assertThat(context.getBean(ScriptedExecutor.class).lastSeen().toolCalls())
        .last()
        .satisfies(call -> assertThat(call.isError()).isFalse());
  }

  @Test
  void aTurnWithoutASubjectGoesOnWithoutMemory(CapturedOutput output) {
    var context = runner.start();
    context
        .getBean(AgentClient.class)
        .conversation(Scope.of("acme", null, "c"))
        .send("Remember: tea.");

    assertThat(context.getBean(ScriptedExecutor.class).lastSeen().memories()).isEmpty();
    assertThat(output).containsOnlyOnce("memory has no owner");
  }

  @Test
  void theJournalIsInTheStoragesDatabaseWithinItsTransactions() {
    var context = runner.start();
    assertThat(context).hasSingleBean(JdbcExtractionJournal.class);
    assertThat(context.getBean(JdbcExtractionJournal.class).unitOfWork())
        .isSameAs(context.getBean(dev.adk4j.jdbc.JdbcPersistentStorage.class).unitOfWork());
  }

  @Test
  void warnsOfJournalInMemory(CapturedOutput output) {
    var context = runner.start("adk.memory.journal.type=memory");
    assertThat(context).hasSingleBean(InMemoryExtractionJournal.class);
    assertThat(output).contains("the journal is in memory");
    context.getBean(AgentClient.class).conversation(ANN).send("Remember: tea.");
    assertThat(context.getBean(MemoryManager.class).flush(LIMIT).pending()).isEmpty();
    assertThat(
            context.getBean(JdbcMemoryStore.class).search("tea", SearchOptions.of(3, owner("ann"))))
        .hasSize(1);
  }

  @Test
  void aDatabaseJournalWithoutADatabaseIsRefused() {
    ContextStarter.of(AdkAutoConfiguration.class, AdkMemoryAutoConfiguration.class)
        .withUserConfiguration(Notes.class)
        .withFallback("executor", ScriptedExecutor.class, () -> ScriptedExecutor.saying("hello"))
        .withPropertyValues(
            "adk.memory.journal.type=jdbc",
            "adk.storage.noop=messages,memories,thoughts,tool-calls,retrievables,standing-instructions,bytes")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("adk.memory.journal.type is jdbc"));
  }

  @Test
  void savesWaitingMessagesOnStop() {
    runner
        .withPropertyValues("adk.memory.stores.facts.extraction.turns=50")
        .run(
            context ->
                context
                    .getBean(AgentClient.class)
                    .conversation(ANN)
                    .send("Remember: Ann likes rain."));

    assertThat(CountingModel.ASKED).filteredOn(asked -> asked.contains("rain")).hasSize(1);
  }

  @Test
  void storesKeepTheirOrderAndTheirOverrides() {
    var context =
        bare.withUserConfiguration(Facts.class, Notes.class)
            .start(
                "adk.memory.stores.notes.writable=false",
                "adk.memory.stores.notes.description=Old notes");
    MemoryManager memory = context.getBean(MemoryManager.class);
    assertThat(memory.storeNames()).containsExactly("notes", "facts");
    assertThat(context.getBean("adkSearchMemoryTool", Tool.class).description())
        .contains("- notes: Old notes");
  }

  @Test
  void refusesOverridesOfUnknownStore() {
    var context = runner.start("adk.memory.stores.fact.writable=false");
    assertThat(context).getFailure().rootCause().hasMessageContaining("'fact'");
  }

  @Test
  void wrongValuesNameTheirProperty() {
    for (String wrong :
        List.of(
            "adk.memory.search-timeout=0s",
            "adk.memory.stores.facts.extraction.turns=0",
            "adk.memory.stores.facts.extraction.model=nobody")) {
      runner
          .withPropertyValues(wrong)
          .run(
              context ->
                  assertThat(context)
                      .as(wrong)
                      .getFailure()
                      .hasStackTraceContaining(wrong.substring(0, wrong.indexOf('='))));
    }
  }

  @Test
  void nothingHappensWithoutStoresOrWhenSwitchedOff() {
    bare.withPropertyValues("adk.storage.noop=tools")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(MemoryManager.class));
    var context = runner.start("adk.memory.enabled=false", "adk.storage.noop=tools");
    assertThat(context).hasNotFailed().doesNotHaveBean(MemoryManager.class);
  }

  @Test
  void searchesMemoriesAfterInputAndRefreshesIfConfigured() {
    var context = runner.start();
    var description = context.getBean(TurnRunner.class).describe();
    assertThat(description.turnInputPipeline())
        .startsWith(context.getBean("adkMemoryTurnStart").getClass().getName())
        .endsWith(MemoryInjectionMiddleware.class.getName());
    assertThat(description.turnOutputPipeline()).containsExactly(MemoryTurnEnd.class.getName());
    assertThat(context).doesNotHaveBean(MemoryRefreshMiddleware.class);

    InjectionSettings everyCall =
        InjectionSettings.builder().timing(InjectionSettings.Timing.EVERY_CALL).build();
    assertThat(runner.withBean(InjectionSettings.class, () -> everyCall).start())
        .hasSingleBean(MemoryRefreshMiddleware.class);
  }

  @Test
  void metersAndHealthShowBacklogsAndFailures() {
    var context =
        runner
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .withPropertyValues("adk.memory.stores.facts.extraction.model=broken")
            .withBean(
                "broken",
                ExtractionModel.class,
                () ->
                    (system, user) -> {
                      throw new IllegalStateException("no model today");
                    })
            .start();
    context.getBean(AgentClient.class).conversation(ANN).send("Remember: tea.");
    context.getBean(MemoryManager.class).flush(ANN, LIMIT);

    MeterRegistry meters = context.getBean(MeterRegistry.class);
    assertThat(count(meters, "adk.memory.extract.failed", "store", "facts")).isPositive();
    context.getBean(MemoryGauges.class).bindTo(meters);
    assertThat(meters.get("adk.memory.journal.pending").gauge().value()).isEqualTo(2);
    var health = context.getBean("adkMemoryHealthIndicator", HealthIndicator.class);
    assertThat(health.health().getStatus()).isEqualTo(Status.UP);
    assertThat(health.health().getDetails()).containsEntry("pending", Map.of("facts", 2L));
  }

  @Test
  void endpointShowsBacklogsAndSetAsideEntriesWithoutContent() {
    var context =
        runner
            .and(EndpointAutoConfiguration.class, WebEndpointAutoConfiguration.class)
            .start("management.endpoints.web.exposure.include=adkmemory");
    ExtractionJournal journal = context.getBean(ExtractionJournal.class);
    SaveKey key = new SaveKey(MemoryConversation.of(ANN).orElseThrow(), "facts");
    journal.append(
        key.conversation(),
        List.of(MemoryMessage.text("m1", MessageRole.USER, "secret", Instant.EPOCH)));
    journal.demand(key);
    SaveLease lease = journal.acquire(key, LIMIT).orElseThrow();
    journal.setAside(lease, new SetAside(key, 0, "m1", null, "E_X", Instant.EPOCH));

    AdkMemoryEndpoint.Memory shown = context.getBean(AdkMemoryEndpoint.class).memory();
    assertThat(shown.waiting().get("facts").messages()).isEqualTo(1);
    assertThat(shown.setAside())
        .singleElement()
        .satisfies(item -> assertThat(item.messageId()).isEqualTo("m1"))
        .satisfies(item -> assertThat(item.error()).isEqualTo("E_X"))
        .satisfies(item -> assertThat(item.toString()).doesNotContain("secret"));
  }

  @Test
  void memoriesFetchedAndLookedForFromTheSameStoresAreWarnedOfOnceAndComeOnce(
      CapturedOutput output) {
    var context = runner.withUserConfiguration(Glue.class).start();
    context.getBean(MemoryManager.class).add(ANN, "Ann takes her tea without sugar.");
    context.getBean(TurnRunner.Builder.class);
    AgentClient client = context.getBean(AgentClient.class);
    client.conversation(ANN).send("How do I take my tea?");
    assertThat(context.getBean(ScriptedExecutor.class).lastSeen().memories()).hasSize(1);
    assertThat(output).containsOnlyOnce("memory stores are searched twice");
  }

  @Test
  void oneWayOfGettingMemoriesIsNotWarnedOf(CapturedOutput output) {
    assertThat(runner.withUserConfiguration(Glue.class).start("adk.memory.injection.enabled=false"))
        .hasNotFailed();
    assertThat(runner.start()).hasNotFailed();
    assertThat(output).doesNotContain("are searched twice");
  }

  private static MemoryOwner owner(String subject) {
    return new MemoryOwner("acme", subject);
  }

  @Configuration(proxyBeanMethods = false)
  static class Facts {

    @Bean
    @Order(2)
    JdbcMemoryStore facts(DataSource dataSource, JdbcStorageOptions options) {
      return JdbcMemoryStore.builder(dataSource, "facts")
          .options(options)
          .extraction(
              StoreExtractionSettings.DEFAULT.withTriggers(
                  new ExtractionTrigger.InvocationTrigger()))
          .build();
    }

    @Bean
    @org.springframework.context.annotation.Fallback
    ExtractionModel model() {
      return new CountingModel();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Glue {

    @Bean
    MemoryStoreCallbacks glue(MemoryManager memory) {
      return MemoryStoreCallbacks.of(memory, "facts", InjectionSettings.DEFAULT);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Notes {

    @Bean
    @Order(1)
    InMemoryMemoryStore notes() {
      return InMemoryMemoryStore.of("notes");
    }
  }

  /** Distils what follows "Remember: ". */
  static final class CountingModel implements ExtractionModel {

    static final List<String> ASKED = new CopyOnWriteArrayList<>();
    private static final Pattern FACT = Pattern.compile("Remember: ([^\"]*)");

    @Override
    public String complete(String systemPrompt, String userText) {
      ASKED.add(userText);
      Matcher facts = FACT.matcher(userText);
      List<Map<String, String>> found =
          facts.results().map(result -> Map.of("content", result.group(1))).toList();
      return JsonValue.of(found).text();
    }
  }
}
