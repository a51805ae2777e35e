package dev.adk4j.boot.jdbc;

import dev.adk4j.boot.internal.properties.Development;
import dev.adk4j.boot.internal.properties.JdbcProperties.SchemaMode;
import dev.adk4j.jdbc.AdkSchema;
import dev.adk4j.jdbc.AdkSchemaMode;
import dev.adk4j.jdbc.JdbcStorageOptions;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/**
 * Migrates the tables at startup, after the application's own migrations and before any access.
 * Uses Flyway or Liquibase if it is on the class path and enabled, with the role of the
 * application's own migrations, unless a property defines otherwise. Uses a separate history, so
 * that the application's history stays unchanged.
 */
final class AdkSchemaInitializer implements InitializingBean {

  private static final Logger log = LoggerFactory.getLogger(AdkSchemaInitializer.class);

  /** Spring Boot sets this property in its tests. */
  private static final String IN_A_TEST =
      "org.springframework.boot.test.context.SpringBootTestContextBootstrapper";

  private final DataSource dataSource;
  private final AdkSchema schema;
  private final @Nullable SchemaMode mode;
  private final JdbcStorageOptions options;
  private final Environment environment;
  private final MigrationTools tools;
  private boolean forgets;

  AdkSchemaInitializer(
      DataSource dataSource,
      AdkSchema schema,
      @Nullable SchemaMode mode,
      JdbcStorageOptions options,
      Environment environment,
      MigrationTools tools) {
    this.dataSource = dataSource;
    this.schema = schema;
    this.mode = mode;
    this.options = options;
    this.environment = environment;
    this.tools = tools;
  }

  @Override
  public void afterPropertiesSet() throws SQLException {
    if (options.rowLevelSecurity() && !schema.isPostgres()) {
      // otherwise every statement of a turn would fail later
      throw new InvalidConfigurationPropertyValueException(
          "adk.jdbc.row-level-security", true, "needs PostgreSQL, but the database is H2");
    }
    if (mode != null) {
      schema.apply(AdkSchemaMode.valueOf(mode.name()));
    } else {
      update();
    }
    if (options.rowLevelSecurity()) {
      checkPolicies();
    }
    String configuredUrl = environment.getProperty("spring.datasource.url");
    boolean interruptsTools = environment.containsProperty("adk.tools.timeout");
    new H2Advice(dataSource, configuredUrl, interruptsTools).give();
    boolean forDevelopment = environment.containsProperty(IN_A_TEST) || Development.hasDevtools();
    if (configuredUrl == null && !forDevelopment && isInMemory()) {
      forgets = true;
      log.warn(
          "No database is configured, so conversations are stored in memory ({}) and lost at a "
              + "restart. Set spring.datasource.url to a persistent database, or to this one to "
              + "keep it without this warning.",
          DatabaseNote.of(dataSource));
    }
  }

  /**
   * Returns the records that a restart loses; empty if there are none, or if the application
   * configured it.
   */
  String risk() {
    return forgets ? "in memory: a restart loses all conversations" : "";
  }

  private boolean isInMemory() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return H2Advice.isEmbedded(connection)
          && connection.getMetaData().getURL().startsWith("jdbc:h2:mem:");
    }
  }

  /** Fails the startup if row-level security is configured and does not separate tenants. */
  private void checkPolicies() {
    if (!schema.policiesApply()) {
      throw new InvalidConfigurationPropertyValueException(
          "adk.jdbc.row-level-security",
          true,
          "no policy applies to the role of the application's connection: run the script of "
              + "RowLevelSecurityScript, and connect as a role that is neither a superuser nor "
              + "the owner of the tables");
    }
    DataSource maintenance = options.maintenance();
    if (maintenance == null) {
      log.warn(
          "Row-level security is on, but adk.jdbc.maintenance.username names no role that sees "
              + "all tenants. Work across tenants will not run: bytes are not cleaned up, gates "
              + "and turns of dead processes stay open, their captured messages are not saved to "
              + "memory stores, health and metrics count no gates and no backlog, and retention "
              + "works for one tenant at a time.");
    } else {
      AdkSchema.of(maintenance, options).validate(); // fails here, not at the first clean-up
    }
  }

  private void update() throws SQLException {
    MigrationTools.Tool tool = tools.chosen();
    DataSource migrating = tools.dataSource(tool, dataSource);
    AdkSchema target = migrating == dataSource ? schema : AdkSchema.of(migrating, options);
    switch (tool) {
      case FLYWAY -> target.migrateWithFlyway();
      case LIQUIBASE -> target.migrateWithLiquibase();
      case NONE -> schema.apply(withoutTool());
    }
    if (migrating != dataSource) {
      schema.validate(); // another role or URL: the application must also see the tables
    }
    if (migrating != dataSource || tool == MigrationTools.Tool.NONE) {
      new TableGrants(dataSource, options).check(schema);
    }
  }

  private AdkSchemaMode withoutTool() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      AdkSchemaMode chosen =
          H2Advice.isEmbedded(connection)
              ? AdkSchemaMode.CREATE_IF_MISSING
              : AdkSchemaMode.VALIDATE;
      log.debug(
          "Neither Flyway nor Liquibase migrates the tables: adk.jdbc.schema defaults to {}.",
          chosen);
      return chosen;
    }
  }
}
