package dev.adk4j.boot.memory;

import dev.adk4j.boot.AdkOrder;
import dev.adk4j.boot.TurnOutput;
import dev.adk4j.boot.TurnRunnerCustomizer;
import dev.adk4j.boot.internal.condition.ConditionalOnChoice;
import dev.adk4j.boot.internal.condition.ConditionalOnStorageDatabase;
import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.MemoryProperties;
import dev.adk4j.boot.internal.startup.StartupNote;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.memory.JdbcExtractionJournal;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.memory.MemoryHooks;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.injection.InjectionSettings;
import dev.adk4j.memory.injection.InjectionSettings.Dedupe;
import dev.adk4j.memory.injection.InjectionSettings.Merge;
import dev.adk4j.memory.injection.MemoryScorer;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.InMemoryExtractionJournal;
import dev.adk4j.memory.observe.MemoryObserver;
import dev.adk4j.memory.store.MemoryStore;
import dev.adk4j.springai.memory.ChatModelExtractionModel;
import dev.adk4j.web.internal.GuardedPath;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import jakarta.servlet.Filter;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Auto-configuration of a memory manager over the application's {@link MemoryStore} beans, and of
 * its tools, injection and extraction in every turn runner.
 */
@AutoConfiguration(
    afterName = {
      "dev.adk4j.boot.AdkAutoConfiguration",
      "dev.adk4j.boot.jdbc.AdkJdbcStorageAutoConfiguration"
    })
@ConditionalOnBean(MemoryStore.class)
@ConditionalOnSwitch(defaultOn = {"adk.enabled", "adk.memory.enabled"})
public final class AdkMemoryAutoConfiguration {

  private static final Logger log = LoggerFactory.getLogger(AdkMemoryAutoConfiguration.class);

  static final String ADD_TOOL = "adkAddMemoryTool";

  static final String OWN_INJECTION = "adkMemoryInjectionSettings";

  @Bean
  StartupNote adkMemoryNote(ObjectProvider<MemoryStore> stores) {
    return new StartupNote(
        StartupNote.MEMORY,
        () -> "in " + String.join(", ", stores.orderedStream().map(MemoryStore::name).toList()));
  }

  @Bean
  @ConditionalOnMissingBean
  MemoryManager adkMemoryManager(
      ConfigurableListableBeanFactory beanFactory,
      AdkProperties properties,
      ExtractionJournal journal,
      ObjectProvider<MemoryObserver> observers) {
    MemoryManager memory =
        new MemoryManagers(beanFactory, properties.memory())
            .build(journal, MemoryObserver.all(observers.orderedStream().toList()));
    if (memory.extracts() && journal instanceof InMemoryExtractionJournal) {
      log.warn(
          "Memory is extracted from conversations, but the journal is in memory: unsaved "
              + "messages are lost when the application ends. With adk-jdbc-storage and a data "
              + "source the journal is stored in the database.");
    }
    return memory;
  }

  @Bean
  MemoryLifecycle adkMemoryLifecycle(MemoryManager memory, AdkProperties properties) {
    return new MemoryLifecycle(memory, properties.memory());
  }

  /**
   * Adds the tools and callbacks of memory to the runner, before the application's own customizers.
   */
  @Bean
  @Order(Ordered.HIGHEST_PRECEDENCE)
  TurnRunnerCustomizer adkMemoryRunnerCustomizer(
      MemoryManager memory,
      ObjectProvider<InjectionSettings> injection,
      AdkProperties properties,
      ConfigurableListableBeanFactory beanFactory) {
    Set<String> beans = new LinkedHashSet<>();
    if (properties.memory().searchTool().enabled()) {
      beans.add(MemoryManagers.searchTool(beanFactory).name());
    }
    if (beanFactory.containsBean(ADD_TOOL)) {
      beans.add(MemoryManagers.addTool(beanFactory).name());
    }
    return new MemoryRunnerCustomizer(
        memory, injection.getIfAvailable(() -> InjectionSettings.OFF), beans);
  }

  @Bean
  @ConditionalOnSwitch(defaultOn = "adk.memory.search-tool.enabled")
  Tool adkSearchMemoryTool(MemoryManager memory, BeanFactory beans) {
    return tool(memory, MemoryManagers.searchTool(beans).name());
  }

  @Bean(ADD_TOOL)
  @Conditional(OnAddTool.class)
  Tool adkAddMemoryTool(MemoryManager memory, BeanFactory beans) {
    return tool(memory, MemoryManagers.addTool(beans).name());
  }

  private static Tool tool(MemoryManager memory, String name) {
    return memory.getTools().stream()
        .filter(tool -> tool.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "The memory manager has no tool '"
                        + name
                        + "'. Give it one, or switch the tool off under adk.memory."));
  }

  /** The outermost input middleware: a turn is registered before its messages are captured. */
  @Bean
  @Order(Ordered.HIGHEST_PRECEDENCE)
  TurnMiddleware adkMemoryTurnStart(MemoryManager memory) {
    return MemoryHooks.of(memory, InjectionSettings.OFF)
        .opening()
        .orElse((ctx, next) -> next.proceed());
  }

  /** The outermost output middleware: runs after all other output middleware. */
  @Bean
  @TurnOutput
  @Order(Ordered.HIGHEST_PRECEDENCE)
  MemoryTurnEnd adkMemoryTurnEnd(MemoryManager memory) {
    return new MemoryTurnEnd(memory);
  }

  // Storage of captured messages: the first of these three that applies. Nested classes have no
  // order of their own.
  @Configuration(proxyBeanMethods = false)
  @Order(1)
  static class InMemoryJournal {

    @Bean
    @ConditionalOnMissingBean(ExtractionJournal.class)
    @ConditionalOnChoice(property = "adk.memory.journal.type", value = "memory")
    InMemoryExtractionJournal adkInMemoryExtractionJournal() {
      return new InMemoryExtractionJournal();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Order(2)
  @ConditionalOnStorageDatabase
  static class JdbcJournal {

    @Bean
    @ConditionalOnMissingBean(ExtractionJournal.class)
    @DependsOnDatabaseInitialization
    JdbcExtractionJournal adkJdbcExtractionJournal(
        DataSource dataSource,
        JdbcStorageOptions options,
        ObjectProvider<JdbcPersistentStorage> storage) {
      JdbcPersistentStorage shared = storage.getIfAvailable();
      return JdbcExtractionJournal.of(
          dataSource, options, shared == null ? null : shared.unitOfWork());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Order(3)
  static class OtherwiseInMemory {

    @Bean
    @ConditionalOnMissingBean(ExtractionJournal.class)
    ExtractionJournal adkFallbackExtractionJournal(AdkProperties properties) {
      if (properties.memory().journal().type() == MemoryProperties.JournalType.JDBC) {
        throw new IllegalStateException(
            "adk.memory.journal.type is jdbc, but there is no database. Add adk-jdbc-storage and "
                + "a single data source, and keep adk.jdbc.enabled on.");
      }
      return new InMemoryExtractionJournal();
    }
  }

  /** Memories at the beginning of turns. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnSwitch(defaultOn = "adk.memory.injection.enabled")
  static class Injection {

    @Bean(OWN_INJECTION)
    @ConditionalOnMissingBean
    InjectionSettings adkMemoryInjectionSettings(
        ObjectProvider<MemoryScorer> scorer,
        ObjectProvider<InjectionSettings.Trigger> trigger,
        ObjectProvider<InjectionSettings.MemoryQueryDeriver> query,
        ObjectProvider<AutomaticStores> automatic) {
      boolean same = automatic.getIfAvailable() != null;
      InjectionSettings.Builder builder =
          InjectionSettings.builder()
              .merge(same ? Merge.INTERLEAVE : Merge.CONCAT)
              .dedupe(same ? Dedupe.CONTENT : Dedupe.NONE);
      scorer.ifAvailable(builder::scorer);
      trigger.ifAvailable(builder::trigger);
      query.ifAvailable(builder::query);
      return builder.build();
    }

    @Bean
    @Order(AdkOrder.RECALL)
    @ConditionalOnMissingBean(name = "adkMemoryInjection")
    TurnMiddleware adkMemoryInjection(MemoryManager memory, InjectionSettings settings) {
      return MemoryHooks.of(memory, settings).injecting().orElse((ctx, next) -> next.proceed());
    }

    /** Memories may change after the first iteration only by the application's own settings. */
    @Bean
    @Order(AdkOrder.RECALL)
    @ConditionalOnMissingBean(name = {"adkMemoryRefresh", OWN_INJECTION})
    DispatchMiddleware adkMemoryRefresh(MemoryManager memory, InjectionSettings settings) {
      return MemoryHooks.of(memory, settings).refreshing().orElse((ctx, next) -> next.proceed());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({ChatModel.class, ChatModelExtractionModel.class})
  static class SpringAi {

    /** Used only if a store has extraction and the application has no model for it. */
    @Bean
    FallbackExtractionModel adkChatExtractionModel(ObjectProvider<ChatModel> models) {
      return () -> {
        ChatModel model = models.getIfUnique();
        return model == null ? null : new ChatModelExtractionModel(model);
      };
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ObservationRegistry.class)
  @ConditionalOnSwitch(defaultOn = "adk.observations.enabled")
  static class Observed {

    @Bean
    MemoryObserver adkObservedMemory(
        ObjectProvider<ObservationRegistry> registry, AdkProperties properties) {
      return new ObservedMemory(
          registry.getIfAvailable(() -> ObservationRegistry.NOOP),
          properties.memory().observability().includeContent());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  @ConditionalOnSwitch(defaultOn = "adk.observations.enabled")
  static class Metered {

    @Bean
    MemoryObserver adkMemoryMeters(ObjectProvider<MeterRegistry> registry) {
      MeterRegistry meters = registry.getIfAvailable();
      return meters == null ? MemoryObserver.NONE : new MemoryMeters(meters);
    }

    @Bean
    MemoryGauges adkMemoryGauges(MemoryManager memory) {
      return new MemoryGauges(memory);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
  static class Health {

    @Bean
    @ConditionalOnEnabledHealthIndicator("adkMemory")
    @ConditionalOnMissingBean(name = "adkMemoryHealthIndicator")
    HealthIndicator adkMemoryHealthIndicator(MemoryManager memory, AdkProperties properties) {
      return new MemoryHealthIndicator(memory, properties.memory().health().strict());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
  static class Endpoints {

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    AdkMemoryEndpoint adkMemoryEndpoint(MemoryManager memory) {
      return new AdkMemoryEndpoint(memory);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({ConditionalOnAvailableEndpoint.class, Filter.class})
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  static class Guard {

    @Bean
    @ConditionalOnAvailableEndpoint(
        endpoint = AdkMemoryEndpoint.class,
        exposure = EndpointExposure.WEB)
    GuardedPath adkMemoryEndpointGuardedPath(PathMappedEndpoints paths) {
      return GuardedPath.ofReading(
          Objects.requireNonNull(paths.getPath(EndpointId.of("adkmemory"))));
    }
  }
}
