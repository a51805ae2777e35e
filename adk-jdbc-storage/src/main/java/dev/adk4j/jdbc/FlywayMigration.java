package dev.adk4j.jdbc;

import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jspecify.annotations.Nullable;

/** Migrates with Flyway. No other class needs Flyway. */
final class FlywayMigration {

  private FlywayMigration() {}

  // Baseline 0: the schema usually contains the application's tables already, and version 1 must
  // still run.
  static void run(
      DataSource dataSource, String dialect, @Nullable String schema, String tablePrefix) {
    FluentConfiguration configuration =
        Flyway.configure(FlywayMigration.class.getClassLoader())
            .dataSource(dataSource)
            .locations("classpath:db/adk/" + dialect)
            .table(tablePrefix + "schema_history")
            .placeholders(Map.of("prefix", tablePrefix))
            .baselineOnMigrate(true)
            .baselineVersion("0")
            .failOnMissingLocations(true)
            .createSchemas(false);
    if (schema != null) {
      configuration.defaultSchema(schema);
    }
    configuration.load().migrate();
  }
}
