package dev.adk4j.boot.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.TurnOutput;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.memory.AddToolSettings;
import dev.adk4j.memory.MemoryErrorCode;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.MemoryWriteException;
import dev.adk4j.memory.SearchToolSettings;
import dev.adk4j.memory.extraction.ExtractionSettings;
import dev.adk4j.memory.extraction.ExtractionSettings.CaptureMode;
import dev.adk4j.memory.injection.InjectionSettings;
import dev.adk4j.memory.injection.MemoryScorer;
import dev.adk4j.memory.journal.ExtractionJournal.BackOff;
import dev.adk4j.memory.journal.InMemoryExtractionJournal;
import dev.adk4j.memory.store.AddableMemoryStore;
import dev.adk4j.memory.store.ExtractionTrigger;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryPart;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.MessageMemoryStore;
import dev.adk4j.memory.store.MessageMemoryStore.AddMessagesContext;
import dev.adk4j.memory.store.SearchOptions;
import dev.adk4j.memory.store.StoreExtractionSettings;
import dev.adk4j.primitive.Message;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** What properties and the application's life do to a store that does as it is told. */
@Timeout(300)
class MemorySettingsTests {

  private static final Scope ANN = Scope.of("acme", "ann", "monday");
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final Shelf shelf = new Shelf("shelf");

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(AdkAutoConfiguration.class, AdkMemoryAutoConfiguration.class)
          .withBean(ScriptedExecutor.class, () -> ScriptedExecutor.saying("hello"))
          .withBean("shelf", Shelf.class, () -> shelf)
          .withPropertyValues(
              "adk.storage.noop=messages,memories,thoughts,tool-calls,retrievables,standing-instructions,tools,bytes");

  private static void say(MemoryManager memory, String turnId) {
    memory.capture(ANN, Message.user(turnId + ": I like tea."));
    memory.extraction().turnEnded(MemoryConversation.of(ANN).orElseThrow(), turnId);
  }

  @Test
  void settingsOfExtractionAreABean() {
    ExtractionSettings own =
        ExtractionSettings.builder().concurrency(2).capture(CaptureMode.BEST_EFFORT).build();
    runner
        .withBean(ExtractionSettings.class, () -> own)
        .run(context -> assertThat(extraction(context)).isSameAs(own));
    runner.run(context -> assertThat(extraction(context)).isEqualTo(ExtractionSettings.DEFAULT));
  }

  private static ExtractionSettings extraction(ApplicationContext context) {
    return context.getBean(MemoryManager.class).extraction().settings();
  }

  @Test
  void aScorerReachesTheSettingsOfInjection() {
    MemoryScorer scorer = MemoryScorer.of(Duration.ofDays(1), 0.1);
    var context = runner.withBean(MemoryScorer.class, () -> scorer).start();
    assertThat(context.getBean(InjectionSettings.class).scorer()).isSameAs(scorer);
  }

  @Test
  void memoriesAreTakenBackIfABeanOfTheApplicationSaysSo() {
    runner.run(context -> assertThat(context).doesNotHaveBean("adkMemoryRefresh"));
    var context =
        runner
            .withBean(
                InjectionSettings.class,
                () -> InjectionSettings.builder().lifetime(InjectionSettings.Lifetime.CALL).build())
            .start();
    assertThat(context).hasBean("adkMemoryRefresh").hasSingleBean(InjectionSettings.class);
  }

  @Test
  void toolsHaveTheNamesAndDescriptionsOfBeans() {
    runner
        .withPropertyValues("adk.memory.add-tool.enabled=true")
        .withBean(SearchToolSettings.class, () -> new SearchToolSettings(true, "recall", "Ann's"))
        .withBean(
            AddToolSettings.class, () -> new AddToolSettings(true, "note", "Write", null, false))
        .run(
            context -> {
              assertThat(context.getBean(MemoryManager.class).getTools())
                  .extracting(Tool::name)
                  .containsExactlyInAnyOrder("recall", "note");
              assertThat(context.getBean("adkSearchMemoryTool", Tool.class).description())
                  .startsWith("Ann's");
              assertThat(context.getBean("adkAddMemoryTool", Tool.class).description())
                  .startsWith("Write");
            });
    runner
        .withPropertyValues("adk.memory.search-tool.enabled=false")
        .withBean(SearchToolSettings.class, () -> new SearchToolSettings(true, "recall", null))
        .run(context -> assertThat(context.getBean(MemoryManager.class).getTools()).isEmpty());
  }

  @Test
  void excludesPartsOfTheStoresProperty() {
    runner
        .withPropertyValues("adk.memory.stores.shelf.extraction.exclude=reasoning")
        .run(
            context -> {
              var extraction = context.getBean(MemoryManager.class).extraction();
              assertThat(extraction.wants(MemoryPart.Kind.REASONING)).isFalse();
              assertThat(extraction.wants(MemoryPart.Kind.TOOL_USE)).isTrue();
            });
    var context = runner.start();
    assertThat(context.getBean(MemoryManager.class).extraction().wants(MemoryPart.Kind.TOOL_USE))
        .isFalse();
  }

  @Test
  void searchesAndWritesEachHaveTheirOwnTime() {
    CountDownLatch never = new CountDownLatch(1);
    shelf.meanwhile = never::await;
    runner
        .withPropertyValues("adk.memory.search-timeout=100ms", "adk.memory.write-timeout=5m")
        .run(
            context -> {
              shelf.searching = never::await;
              assertThat(context.getBean(MemoryManager.class).search(ANN, "tea")).isEmpty();
            });
    var context = runner.start("adk.memory.search-timeout=5m", "adk.memory.write-timeout=100ms");
    MemoryManager memory = context.getBean(MemoryManager.class);
    MemoryWriteException late =
        catchThrowableOfType(MemoryWriteException.class, () -> memory.add(ANN, "tea"));
    assertThat(((AdkException) late.failures().getFirst().cause()).errorCode())
        .isEqualTo(MemoryErrorCode.E_MEMORY_TIMEOUT);
  }

  @Test
  void initializesLazyStoreAtFirstUseAndEagerOneAtStart() {
    runner.run(context -> assertThat(shelf.initialised).hasSize(1));
    shelf.initialised.clear();
    var context = runner.start("adk.memory.initialize=lazy");
    assertThat(shelf.initialised).isEmpty();
    say(context.getBean(MemoryManager.class), "t");
    assertThat(context.getBean(MemoryManager.class).flush(ANN, LIMIT).pending()).isEmpty();
    assertThat(shelf.initialised).hasSize(1);
  }

  @Test
  void storesWithoutAnOrderComeByTheNamesOfTheirBeans() {
    var context =
        runner
            .withBean("zoo", Shelf.class, () -> new Shelf("of the zoo"))
            .withBean("attic", Shelf.class, () -> new Shelf("of the attic"))
            .start();
    assertThat(context.getBean(MemoryManager.class).storeNames())
        .containsExactly("of the attic", "shelf", "of the zoo");
  }

  @Test
  void aTurnEndsForMemoryWhenAllOtherOutputMiddlewareIsDone() {
    var context = runner.withUserConfiguration(Output.class).start();
    assertThat(context.getBean(TurnRunner.class).describe().turnOutputPipeline())
        .hasSize(2)
        .startsWith(MemoryTurnEnd.class.getName());
  }

  @Test
  void failingStoreIsNamedAndMakesStrictHealthDown() {
    shelf.meanwhile =
        () -> {
          throw new java.io.IOException("down");
        };
    ContextStarter failing =
        runner.withBean(
            ExtractionSettings.class,
            () -> ExtractionSettings.builder().backOff(new BackOff(1, 3)).build());
    failing.run(
        context -> {
          assertThat(health(context.getBean(MemoryManager.class), context).getStatus())
              .isEqualTo(Status.UP);
        });
    var context = failing.start("adk.memory.health.strict=true");
    assertThat(health(context.getBean(MemoryManager.class), context).getStatus())
        .isEqualTo(Status.DOWN);
  }

  private static Health health(MemoryManager memory, ApplicationContext context) {
    say(memory, "t");
    memory.flush(ANN, LIMIT);
    Health health =
        (Health) context.getBean("adkMemoryHealthIndicator", HealthIndicator.class).health();
    assertThat(health.getDetails())
        .containsEntry("backedOff", List.of("shelf"))
        .containsEntry("pending", Map.of("shelf", 1L));
    return health;
  }

  @Test
  void memoryStopsAfterTurnsAndBeforeBeansOfItsStores() {
    var context = runner.start();
    assertThat(context.getBean(MemoryLifecycle.class).getPhase())
        .isLessThan(context.getBean("adkTurnShutdown", SmartLifecycle.class).getPhase())
        .isPositive();
  }

  @Test
  void nothingIsSavedAnyMoreOnceTheApplicationHasStopped() {
    var context = runner.start();
    MemoryManager memory = context.getBean(MemoryManager.class);
    context.stop();
    say(memory, "after the stop");

    assertThat(memory.flush(ANN, LIMIT).pending()).isEqualTo(Map.of("shelf", 1L));
    assertThat(shelf.got).isEmpty();
  }

  @Test
  void savesMessagesAfterRestart() {
    var context = runner.start();
    MemoryManager memory = context.getBean(MemoryManager.class);
    context.stop();
    context.start();
    say(memory, "t");
    assertThat(memory.flush(ANN, LIMIT).pending()).isEmpty();
    assertThat(shelf.got).hasSize(1);
  }

  private interface Step {
    void run() throws Exception;
  }

  /** Takes facts and messages. */
  static final class Shelf implements AddableMemoryStore, MessageMemoryStore {

    private final String name;
    private final List<Object> got = new CopyOnWriteArrayList<>();
    private final List<String> initialised = new CopyOnWriteArrayList<>();
    private Step meanwhile = () -> {};
    private Step searching = () -> {};

    private Shelf(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public boolean writable() {
      return true;
    }

    @Override
    public Optional<StoreExtractionSettings> extraction() {
      return Optional.of(
          StoreExtractionSettings.DEFAULT.withTriggers(new ExtractionTrigger.InvocationTrigger()));
    }

    @Override
    public void initialize() {
      initialised.add(name);
    }

    @Override
    public List<MemoryEntry> search(String query, SearchOptions options) throws Exception {
      searching.run();
      return List.of(MemoryEntry.of("found"));
    }

    @Override
    public Object add(String content, Map<String, Object> metadata, MemoryWriteContext context)
        throws Exception {
      meanwhile.run();
      got.add(content);
      return content;
    }

    @Override
    public Object addMessages(List<MemoryMessage> messages, AddMessagesContext context)
        throws Exception {
      meanwhile.run();
      got.addAll(messages);
      return messages;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Output {

    @Bean
    @TurnOutput
    @Order(0)
    TurnMiddleware output() {
      return (ctx, next) -> next.proceed();
    }

    @Bean
    InMemoryExtractionJournal journal() {
      return new InMemoryExtractionJournal();
    }
  }
}
