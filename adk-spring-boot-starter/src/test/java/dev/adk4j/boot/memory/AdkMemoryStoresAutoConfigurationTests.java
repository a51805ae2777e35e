package dev.adk4j.boot.memory;

import static dev.adk4j.boot.Starts.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.OwnConfigurations;
import dev.adk4j.boot.Starts;
import dev.adk4j.client.AgentClient;
import dev.adk4j.jdbc.memory.JdbcMemoryStore;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.injection.InjectionSettings;
import dev.adk4j.memory.local.InMemoryMemoryStore;
import dev.adk4j.memory.store.MemoryStore;
import dev.adk4j.memory.vector.VectorMemoryStore;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.test.vector.StubEncoder;
import dev.adk4j.value.Scope;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.jdbc.core.simple.JdbcClient;

class AdkMemoryStoresAutoConfigurationTests {

  private static final Scope ANN = Scope.of("acme", "ann", "monday");
  private static final String[] NO_STORAGE = {
    "adk.storage.noop=messages,memories,thoughts,tool-calls,retrievables,standing-instructions,bytes,tools"
  };

  @AutoClose
  private final ContextStarter bare =
      ContextStarter.of(
              OwnConfigurations.named("jdbc.AdkJdbcStorageAutoConfiguration"),
              AdkAutoConfiguration.class,
              OwnConfigurations.named("vector.AdkVectorAutoConfiguration"),
              AdkMemoryStoresAutoConfiguration.class,
              AdkMemoryAutoConfiguration.class)
          .withBean(ScriptedExecutor.class, AdkMemoryStoresAutoConfigurationTests::remembering);

  private final ContextStarter database =
      bare.and(DataSourceAutoConfiguration.class)
          .withPropertyValues("spring.datasource.generate-unique-name=true");

  private final ContextStarter facts = database.withPropertyValues("adk.memory.enabled=true");

  private final ContextStarter vectors =
      bare.withPropertyValues(NO_STORAGE)
          .withPropertyValues("adk.vector.backend=in-memory")
          .withBean(VectorEncoder.class, () -> new StubEncoder(8));

  private static ScriptedExecutor remembering() {
    return ScriptedExecutor.of(
        Script.empty()
            .callTool("add_memory", Map.of("entries", List.of("Ann takes her tea black.")))
            .nextIteration()
            .say("noted"));
  }

  @Test
  void remembersInOneTurnAndRecallsInTheNextWithNothingButTheProperty() {
    var context = facts.start();
    AgentClient client = context.getBean(AgentClient.class);
    client.conversation(ANN).send("I take my tea black.");
    client.conversation(ANN.withConversation("friday")).send("How do I take my tea?");

    ScriptedExecutor executor = context.getBean(ScriptedExecutor.class);
    assertThat(executor.lastSeen().tools()).contains("search_memory", "add_memory");
    assertThat(executor.lastSeen().memories())
        .extracting(memory -> memory.content().value())
        .containsExactly("Ann takes her tea black.");
    client.conversation(Scope.of("acme", "bob", "c")).send("How does Ann take her tea?");
    assertThat(executor.seen().get(executor.seen().size() - 2).memories()).isEmpty();
  }

  @Test
  void createsNoStoreByDefaultOrIfDisabled() {
    for (String off : List.of("adk.memory.enabled=false", "adk.memory.search-timeout=5s")) {
      database
          .withPropertyValues(off, "adk.storage.noop=tools")
          .run(
              context ->
                  assertThat(context)
                      .as(off)
                      .hasNotFailed()
                      .doesNotHaveBean(MemoryStore.class)
                      .doesNotHaveBean(AutomaticStores.class)
                      .doesNotHaveBean(MemoryManager.class));
    }
  }

  @Test
  void backsOffForStoreOfTheApplication() {
    facts
        .withBean("notes", InMemoryMemoryStore.class, () -> InMemoryMemoryStore.of("notes"))
        .run(
            context -> {
              assertThat(context.getBean(MemoryManager.class).storeNames())
                  .containsExactly("notes");
              assertThat(context)
                  .doesNotHaveBean(AutomaticStores.class)
                  .doesNotHaveBean("adkAddMemoryTool");
              InjectionSettings injection = context.getBean(InjectionSettings.class);
              assertThat(injection.merge()).isEqualTo(InjectionSettings.Merge.CONCAT);
              assertThat(injection.dedupe()).isEqualTo(InjectionSettings.Dedupe.NONE);
            });
    facts
        .withPropertyValues("adk.storage.noop=tools")
        .withBean(
            MemoryManager.class,
            () -> MemoryManager.builder().store(InMemoryMemoryStore.of("mine")).build())
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(MemoryStore.class));
  }

  @Test
  void keepsFactsInVectorDatabaseAsOnlyBackend() {
    vectors
        .withPropertyValues("adk.memory.enabled=true")
        .run(
            context -> {
              assertThat(context).hasNotFailed().doesNotHaveBean(JdbcMemoryStore.class);
              MemoryManager memory = context.getBean(MemoryManager.class);
              assertThat(memory.storeNames()).containsExactly("facts-by-meaning");
              assertThat(context.getBean(VectorDb.class).schema().hasCollection("adk_memory_facts"))
                  .isTrue();
              memory.add(ANN, "Ann takes her tea black.");
              assertThat(memory.search(ANN, "tea")).hasSize(1);
              assertThat(memory.search(ANN.withSubject("bob"), "tea")).isEmpty();
            });
    var context = vectors.start("adk.memory.enabled=true", "adk.memory.vector.collection=mine");
    assertThat(context.getBean(VectorDb.class).schema().hasCollection("mine")).isTrue();
  }

  @Test
  void writesToBothBackendsAndShowsAFactOnce() {
    var context =
        facts
            .withBean(VectorEncoder.class, () -> new StubEncoder(8))
            .start("adk.vector.backend=in-memory");
    MemoryManager memory = context.getBean(MemoryManager.class);
    assertThat(memory.storeNames()).containsExactly("facts", "facts-by-meaning");
    AgentClient client = context.getBean(AgentClient.class);
    client.conversation(ANN).send("I take my tea black.");
    assertThat(memory.search(ANN, "tea")).hasSize(2);
    client.conversation(ANN.withConversation("friday")).send("How do I take my tea?");
    assertThat(context.getBean(ScriptedExecutor.class).lastSeen().memories()).hasSize(1);
    assertThat(context.getBean(InjectionSettings.class).merge())
        .isEqualTo(InjectionSettings.Merge.INTERLEAVE);
  }

  @Test
  void collectionIsCalledLikeNoTableOfTheStorage() {
    assertThat(
            JdbcClient.create(facts.start().getBean(DataSource.class))
                .sql("select lower(table_name) from information_schema.tables")
                .query(String.class)
                .list())
        .contains("adk_memory", "adk_memory_record")
        .doesNotContain(AdkMemoryStoresAutoConfiguration.COLLECTION);
  }

  @Test
  void propertiesAndBeansOutweighTheStartersDefaults() {
    var context =
        facts
            .withBean(InjectionSettings.class, () -> InjectionSettings.DEFAULT)
            .start(
                "adk.memory.add-tool.enabled=false",
                "adk.memory.stores.facts.description=Old facts");
    assertThat(context).doesNotHaveBean("adkAddMemoryTool");
    assertThat(context.getBean(InjectionSettings.class)).isSameAs(InjectionSettings.DEFAULT);
    assertThat(context.getBean(MemoryManager.class).getTools())
        .singleElement()
        .satisfies(tool -> assertThat(tool.description()).contains("facts: Old facts"));
  }

  @Test
  void failsTheStartWithoutBackendAndNamesRemedy() {
    ContextStarter asked =
        bare.withPropertyValues(NO_STORAGE).withPropertyValues("adk.memory.enabled=true");
    // an encoder without a database, and a database without an encoder
    for (ContextStarter runner :
        List.of(
            asked,
            asked.withBean(VectorEncoder.class, () -> new StubEncoder(8)),
            asked.withPropertyValues("adk.vector.backend=in-memory"),
            asked.withClassLoader(new FilteredClassLoader("dev.adk4j.jdbc")))) {
      runner.run(
          context ->
              refused(
                  context,
                  "adk.memory.enabled",
                  "adk-jdbc-storage",
                  "adk.vector.backend",
                  "adk.memory.vector.collection",
                  "MemoryStore"));
    }
  }

  @Test
  void usesSpringAiStoreOnlyIfNamed() {
    ContextStarter springAi =
        facts
            .withBean(EmbeddingModel.class, Starts::catsAndDogs)
            .withBean(
                "documents",
                VectorStore.class,
                () -> SimpleVectorStore.builder(Starts.catsAndDogs()).build())
            .withBean(
                "people",
                VectorStore.class,
                () -> SimpleVectorStore.builder(Starts.catsAndDogs()).build());
    assertThat(springAi.start().getBean(MemoryManager.class).storeNames()).containsExactly("facts");
    var context = springAi.start("adk.memory.vector.collection=people");
    MemoryManager memory = context.getBean(MemoryManager.class);
    assertThat(memory.storeNames()).containsExactly("facts", "facts-by-meaning");
    memory.add(ANN, "Ann takes her tea black.");
    assertThat(context.getBean(VectorMemoryStore.class)).isNotNull();
    assertThat(context.getBean("people", VectorStore.class).similaritySearch("tea")).hasSize(1);
    assertThat(context.getBean("documents", VectorStore.class).similaritySearch("tea")).isEmpty();

    assertThat(springAi.start("adk.memory.vector.collection=peple"))
        .getFailure()
        .rootCause()
        .hasMessageContaining("adk.memory.vector.collection");
  }

  @Test
  void refusesNamedCollectionWithoutEncoder() {
    var context = facts.start("adk.vector.backend=in-memory", "adk.memory.vector.collection=mine");
    refused(context, "adk.memory.vector.collection", "EmbeddingModel");
  }

  @Test
  void servesAnApplicationWithAStorageOfItsOwn() {
    var context =
        vectors
            .withBean(InMemoryStorageAdapter.class)
            .start("adk.memory.enabled=true", "adk.storage.noop=tools");
    AgentClient client = context.getBean(AgentClient.class);
    client.conversation(ANN).send("I take my tea black.");
    client.conversation(ANN.withConversation("friday")).send("How do I take my tea?");
    assertThat(context.getBean(ScriptedExecutor.class).lastSeen().memories()).hasSize(1);
  }
}
