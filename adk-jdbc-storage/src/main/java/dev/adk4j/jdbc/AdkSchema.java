package dev.adk4j.jdbc;

import dev.adk4j.error.AdkException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Brings the storage's tables up to date, by the means at hand: Flyway where it is on the class
 * path, else Liquibase, else the given mode. Both tools keep a history of their own, Flyway in
 * {@value #HISTORY_TABLE}, Liquibase in {@code adk_schema_changelog} and {@code adk_schema_lock},
 * so an application's own migrations are left alone; run them first, since the library's accept a
 * schema that is not empty. All three use the same SQL and may follow one another. Safe to run from
 * several processes at once.
 */
public final class AdkSchema {

  /** Flyway's record of what was done, under the default table prefix. */
  public static final String HISTORY_TABLE = "adk_schema_history";

  private final DataSource dataSource;
  private final Dialect dialect;
  private final @Nullable String schema;
  private final String tablePrefix;
  private final Names names;

  private AdkSchema(DataSource dataSource, JdbcStorageOptions options) {
    this.schema = options.schema();
    this.tablePrefix = options.tablePrefix();
    this.names = new Names(schema, tablePrefix);
    this.dataSource = Database.own(dataSource);
    this.dialect = Dialect.of(this.dataSource);
  }

  /** For the connection's own schema; asks the database for its name. */
  public static AdkSchema of(DataSource dataSource) {
    return new AdkSchema(dataSource, JdbcStorageOptions.DEFAULT);
  }

  /** For the schema and the table names of the options; the schema has to exist. */
  public static AdkSchema of(DataSource dataSource, JdbcStorageOptions options) {
    return new AdkSchema(dataSource, options);
  }

  /** PostgreSQL, or else H2. */
  public boolean isPostgres() {
    return dialect instanceof PostgresDialect;
  }

  /**
   * Migrates with Flyway or Liquibase where one of them is present, and applies the mode where none
   * is.
   *
   * @return what was used
   * @throws AdkException {@code E_STORAGE_SCHEMA} where tables or columns are missing afterwards,
   *     with all of them named
   */
  public SchemaTool update(AdkSchemaMode withoutTool) {
    SchemaTool tool = SchemaTool.detect();
    switch (tool) {
      case FLYWAY -> migrateWithFlyway();
      case LIQUIBASE -> migrateWithLiquibase();
      case NONE -> apply(withoutTool);
    }
    return tool;
  }

  /** Migrates with Flyway, which has to be on the class path, with its module for the database. */
  public void migrateWithFlyway() {
    FlywayMigration.run(dataSource, dialect.id(), stored(schema), tablePrefix);
  }

  /** Migrates with Liquibase, which has to be on the class path. */
  public void migrateWithLiquibase() {
    LiquibaseMigration.run(dataSource, dialect.id(), stored(schema), tablePrefix);
  }

  /** Does without a migration tool what the mode says. */
  public void apply(AdkSchemaMode mode) {
    switch (mode) {
      case CREATE_IF_MISSING -> {
        if (!missing().isEmpty()) {
          create();
          validate();
        }
      }
      case VALIDATE -> validate();
      case NONE -> {}
    }
  }

  /** {@code E_STORAGE_SCHEMA} with every missing table and column. */
  public void validate() {
    List<String> missing = missing();
    if (!missing.isEmpty()) {
      throw AdkException.of(StorageErrorCode.E_STORAGE_SCHEMA)
          .message("The database lacks " + String.join(", ", missing) + ".")
          .args(missing.toArray())
          .build();
    }
  }

  /**
   * Returns whether PostgreSQL's policies keep tenants apart for the role that the data source
   * connects as; false where there are none, and for superusers and the tables' owner.
   */
  public boolean policiesApply() {
    return isPostgres()
        && inSchema(
            "looking at row-level security",
            connection -> {
              try (PreparedStatement statement =
                  connection.prepareStatement("select row_security_active(?)")) {
                statement.setString(1, names.conversation());
                try (ResultSet row = statement.executeQuery()) {
                  return row.next() && row.getBoolean(1);
                }
              }
            });
  }

  private @Nullable String stored(@Nullable String name) {
    if (name == null) {
      return null;
    }
    String exact = Names.unquoted(name);
    return exact == null ? dialect.folded(name) : exact;
  }

  private List<String> missing() {
    return inSchema(
        "looking at the tables", connection -> ExpectedTables.missing(connection, dialect, names));
  }

  private void create() {
    String script = SchemaScript.read(dialect.id(), tablePrefix);
    inSchema("creating the tables", connection -> SchemaScript.run(connection, dialect, script));
  }

  private <T> T inSchema(String doing, Database.Work<T> work) {
    try (Connection connection = dataSource.getConnection()) {
      String before = connection.getSchema();
      if (schema != null) {
        connection.setSchema(stored(schema));
      }
      try {
        return work.on(connection);
      } finally {
        if (schema != null) {
          connection.setSchema(before);
        }
      }
    } catch (SQLException e) {
      throw SqlErrors.translate(doing, e);
    }
  }
}
