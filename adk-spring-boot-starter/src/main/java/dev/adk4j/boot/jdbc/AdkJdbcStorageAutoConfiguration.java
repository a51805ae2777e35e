package dev.adk4j.boot.jdbc;

import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.JdbcProperties;
import dev.adk4j.boot.internal.startup.StartupNote;
import dev.adk4j.boot.internal.turn.OpenTurns;
import dev.adk4j.bytes.ReaderResolvers;
import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.jdbc.AdkSchema;
import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.ConversationHistory;
import dev.adk4j.jdbc.ErasureGuard;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.loop.Tool;
import dev.adk4j.storage.CallbackKind;
import dev.adk4j.storage.FetchLimits;
import dev.adk4j.stored.TurnLog;
import dev.adk4j.web.stream.TurnEvents;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.boot.sql.init.dependency.DatabaseInitializationDependencyConfigurer;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.io.support.ResourcePatternUtils;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Auto-configuration of the 26 callbacks of the storage module and its spool stores. Each one backs
 * off if the application has its own bean.
 */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
      "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
      "org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration"
    })
@ConditionalOnClass({
  JdbcPersistentStorage.class,
  DataSource.class,
  DependsOnDatabaseInitialization.class
})
@ConditionalOnSingleCandidate(DataSource.class)
@ConditionalOnSwitch(defaultOn = {"adk.enabled", "adk.jdbc.enabled"})
@EnableConfigurationProperties(AdkProperties.class)
@Import(DatabaseInitializationDependencyConfigurer.class)
final class AdkJdbcStorageAutoConfiguration {

  private static final Logger log = LoggerFactory.getLogger(AdkJdbcStorageAutoConfiguration.class);

  @Bean
  @ConditionalOnMissingBean
  JdbcStorageOptions adkJdbcStorageOptions(AdkProperties properties, DataSource dataSource)
      throws SQLException {
    JdbcProperties jdbc = properties.jdbc();
    warnOfMore(properties.turn().hydrate().limits(), jdbc.fetchLimit());
    return JdbcStorageOptions.DEFAULT
        .withFetchLimits(FetchLimits.all(jdbc.fetchLimit()))
        .withSchema(jdbc.databaseSchema())
        .withTablePrefix(jdbc.tablePrefix())
        .withChunkSize((int) jdbc.chunkSize().toBytes())
        .withRowLevelSecurity(jdbc.rowLevelSecurity())
        .withMaintenance(maintenance(dataSource, jdbc.maintenance()));
  }

  /**
   * Opens a connection for each use, because it is rarely used. It is not a bean, so that an
   * application with one data source still has only one.
   */
  private static @Nullable DataSource maintenance(
      DataSource application, JdbcProperties.Maintenance settings) throws SQLException {
    if (settings.username() == null) {
      return null;
    }
    String url = settings.url();
    if (url == null) {
      try (Connection connection = application.getConnection()) {
        url = connection.getMetaData().getURL();
      }
    }
    DriverManagerDataSource source = new DriverManagerDataSource(url);
    source.setUsername(settings.username());
    source.setPassword(settings.password());
    return source;
  }

  private static void warnOfMore(Map<String, Integer> asked, int fetched) {
    asked.forEach(
        (property, wanted) -> {
          if (wanted > fetched) {
            log.warn(
                "{} requests {} records, but adk.jdbc.fetch-limit limits a fetch to {}.",
                property,
                wanted,
                fetched);
          }
        });
  }

  @Bean
  AdkSchemaInitializer adkSchemaInitializer(
      DataSource dataSource,
      JdbcStorageOptions options,
      AdkProperties properties,
      ConfigurableBeanFactory beans,
      Environment environment) {
    return new AdkSchemaInitializer(
        dataSource,
        AdkSchema.of(dataSource, options),
        properties.jdbc().schema(),
        options,
        environment,
        new MigrationTools(beans, beans.getBeanClassLoader(), environment));
  }

  @Bean
  @Fallback
  @DependsOnDatabaseInitialization
  JdbcPersistentStorage adkJdbcPersistentStorage(
      DataSource dataSource,
      JdbcStorageOptions options,
      ObjectProvider<ReaderResolvers> resolvers,
      ObjectProvider<ArtifactTypes> artifactTypes,
      ObjectProvider<InstantSource> clock) {
    JdbcPersistentStorage.Builder storage =
        JdbcPersistentStorage.builder(dataSource).options(options);
    resolvers.ifAvailable(storage::resolvers);
    artifactTypes.ifAvailable(storage::artifactTypes);
    clock.ifAvailable(storage::clock);
    return storage.build();
  }

  /**
   * Results of calls that are not stored are not kept either: no record would refer to their bytes.
   */
  @Bean
  @Fallback
  SpoolStoreFactory adkSpoolStores(JdbcPersistentStorage storage, AdkProperties properties) {
    return properties.storage().noop().contains(CallbackKind.TOOL_CALLS)
        ? SpoolStoreFactory.inMemory()
        : storage.spoolStores();
  }

  @Bean
  StartupNote adkStorageNote(DataSource dataSource) {
    return new StartupNote(StartupNote.STORAGE, () -> DatabaseNote.of(dataSource));
  }

  @Bean
  StartupNote adkStorageRiskNote(AdkSchemaInitializer initializer) {
    return new StartupNote(StartupNote.RISK, initializer::risk);
  }

  @Bean
  CallersConnections adkCallersConnections(DataSource dataSource, AdkProperties properties) {
    return new CallersConnections(dataSource, properties.jdbc().allowOpenTransactions());
  }

  /** Lists and erases records; for administrators and pages, not for turns. */
  @Bean
  @ConditionalOnMissingBean
  @DependsOnDatabaseInitialization
  AdkStorageAdmin adkStorageAdmin(
      DataSource dataSource,
      JdbcStorageOptions options,
      ObjectProvider<InstantSource> clock,
      ObjectProvider<ErasureGuard> guards) {
    return AdkStorageAdmin.of(
        dataSource,
        options,
        clock.getIfAvailable(InstantSource::system),
        guards.orderedStream().toList());
  }

  /** The outermost callback: a turn cannot refill records that the others have erased. */
  @Bean
  @Order(Ordered.HIGHEST_PRECEDENCE)
  ErasureGuard adkNodeErasure(
      ObjectProvider<OpenTurns> turns,
      ObjectProvider<TurnEvents> events,
      AdkProperties properties) {
    return new NodeErasure(turns, events, properties.shutdown().abortTimeout());
  }

  @Bean
  @ConditionalOnSwitch(defaultOn = "adk.jdbc.clean-up.enabled")
  ByteCleanUp adkByteCleanUp(
      AdkStorageAdmin admin, AdkProperties properties, ObjectProvider<TurnLog> events) {
    return new ByteCleanUp(
        admin,
        properties.jdbc().cleanUp(),
        events.getIfAvailable(),
        properties.durable().eventsKeep());
  }

  @Bean
  @ConditionalOnMissingBean
  ConversationHistory adkConversationHistory(JdbcPersistentStorage storage) {
    return storage.history();
  }

  @Bean
  @ConditionalOnSwitch(defaultOff = "adk.jdbc.search-tool")
  @ConditionalOnMissingBean(name = "adkSearchHistory")
  Tool adkSearchHistory(ConversationHistory history) {
    return history.searchTool();
  }

  /** Flyway's own auto-configuration looks up this bean when it migrates. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({Flyway.class, FlywayMigrationStrategy.class})
  static class OwnFlyway {

    @Bean
    @ConditionalOnMissingBean
    FlywayMigrationStrategy adkFlywayMigrationStrategy(ResourceLoader loader) {
      return new QuietFlyway(ResourcePatternUtils.getResourcePatternResolver(loader));
    }
  }
}
