package dev.adk4j.jdbc;

import dev.adk4j.error.AdkException;
import java.sql.Connection;
import java.sql.SQLException;
import liquibase.Scope;
import liquibase.changelog.ChangeLogParameters;
import liquibase.command.CommandScope;
import liquibase.command.core.UpdateCommandStep;
import liquibase.command.core.helpers.DatabaseChangelogCommandStep;
import liquibase.command.core.helpers.DbUrlConnectionArgumentsCommandStep;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.ClassLoaderResourceAccessor;
import org.jspecify.annotations.Nullable;

/** Migrates with Liquibase. No other class needs Liquibase. */
final class LiquibaseMigration {

  private LiquibaseMigration() {}

  /**
   * Migrates the connection's schema.
   *
   * @param schema name of that schema; null for the default one
   */
  static boolean run(
      Connection connection, String dialect, @Nullable String schema, String tablePrefix)
      throws SQLException {
    String before = connection.getSchema();
    boolean autoCommit = connection.getAutoCommit();
    try {
      update(connection, dialect, schema, tablePrefix);
      return true;
    } finally {
      // Liquibase leaves a transaction open and the search path changed
      connection.rollback();
      connection.setAutoCommit(autoCommit);
      connection.setSchema(before);
    }
  }

  private static void update(
      Connection connection, String dialect, @Nullable String schema, String tablePrefix) {
    ClassLoader loader = LiquibaseMigration.class.getClassLoader();
    try {
      Database database =
          DatabaseFactory.getInstance()
              .findCorrectDatabaseImplementation(new JdbcConnection(connection));
      database.setDatabaseChangeLogTableName(tablePrefix + "schema_changelog");
      database.setDatabaseChangeLogLockTableName(tablePrefix + "schema_lock");
      if (schema != null) {
        database.setDefaultSchemaName(schema);
      }
      ChangeLogParameters parameters = new ChangeLogParameters(database);
      parameters.set("prefix", tablePrefix);
      Scope.child(
          Scope.Attr.resourceAccessor,
          new ClassLoaderResourceAccessor(loader),
          () ->
              new CommandScope(UpdateCommandStep.COMMAND_NAME)
                  .addArgumentValue(DbUrlConnectionArgumentsCommandStep.DATABASE_ARG, database)
                  .addArgumentValue(
                      UpdateCommandStep.CHANGELOG_FILE_ARG,
                      "db/adk/" + dialect + "/adk-changelog.xml")
                  .addArgumentValue(DatabaseChangelogCommandStep.CHANGELOG_PARAMETERS, parameters)
                  .execute());
    } catch (Exception e) {
      throw new AdkException(
          StorageErrorCode.E_STORAGE_SCHEMA,
          "Liquibase could not migrate the storage's tables: " + e.getMessage(),
          e);
    }
  }
}
