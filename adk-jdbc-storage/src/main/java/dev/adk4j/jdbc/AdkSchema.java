package dev.adk4j.jdbc;

import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.internal.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Creates and migrates the storage's tables. Uses Flyway if it is on the class path, else
 * Liquibase, else the given {@link AdkSchemaMode}. Both tools keep a separate history, Flyway in
 * {@value #HISTORY_TABLE}, Liquibase in {@code adk_schema_changelog} and {@code adk_schema_lock},
 * so an application's own migrations are not affected. Run the application's migrations first; the
 * library's migrations accept a schema that is not empty. All three apply the same SQL, so an
 * application can switch between them. Thread-safe; several processes may run it at the same time.
 *
 * @since 0.1.0
 */
public final class AdkSchema {

  /** Name of Flyway's history table with the default table prefix. */
  public static final String HISTORY_TABLE = "adk_schema_history";

  private final DataSource dataSource;
  private final Dialect dialect;
  private final @Nullable String schema;
  private final String tablePrefix;

  private AdkSchema(DataSource dataSource, JdbcStorageOptions options) {
    this.schema = options.schema();
    this.tablePrefix = options.tablePrefix();
    this.dataSource = Database.own(dataSource);
    this.dialect = Dialect.of(this.dataSource, new Names(schema, tablePrefix));
  }

  /**
   * Returns the schema of the data source's connections, with default options. Opens a connection
   * to detect the database.
   */
  public static AdkSchema of(DataSource dataSource) {
    return new AdkSchema(dataSource, JdbcStorageOptions.DEFAULT);
  }

  /**
   * Returns the schema named in the options, which must exist. Opens a connection to detect the
   * database.
   */
  public static AdkSchema of(DataSource dataSource, JdbcStorageOptions options) {
    return new AdkSchema(dataSource, options);
  }

  /** Returns true for PostgreSQL, false for H2. */
  public boolean isPostgres() {
    return dialect instanceof PostgresDialect;
  }

  /**
   * Migrates with Flyway or Liquibase if one of them is present, else applies the mode.
   *
   * @return the tool that was used
   * @throws AdkException {@code E_STORAGE_SCHEMA} if tables or columns are missing afterwards; the
   *     message names all of them
   */
  public Tool update(AdkSchemaMode withoutTool) {
    Tool tool = Tool.detect();
    switch (tool) {
      case FLYWAY -> migrateWithFlyway();
      case LIQUIBASE -> migrateWithLiquibase();
      case NONE -> apply(withoutTool);
    }
    return tool;
  }

  /** Migrates with Flyway. Needs Flyway and its module for the database on the class path. */
  public void migrateWithFlyway() {
    FlywayMigration.run(dataSource, dialect.id(), stored(schema), tablePrefix);
  }

  /** Migrates with Liquibase. Needs Liquibase on the class path. */
  public void migrateWithLiquibase() {
    inSchema(
        "migrating with Liquibase",
        connection ->
            LiquibaseMigration.run(connection, dialect.id(), stored(schema), tablePrefix));
  }

  /** Applies the mode without a migration tool. */
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

  /**
   * Checks that all tables and columns exist.
   *
   * @throws AdkException {@code E_STORAGE_SCHEMA} with every missing table and column
   */
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
   * Returns true if PostgreSQL's policies separate tenants for the role of the data source's
   * connections. Returns false if there are no policies, and for superusers and the tables' owner.
   */
  public boolean policiesApply() {
    return isPostgres()
        && inSchema(
            "checking row-level security",
            connection ->
                Statements.on(connection)
                    .query(
                        row -> row.getBoolean(1),
                        "select row_security_active(?)",
                        dialect.names.of(Names.CONVERSATION))
                    .getFirst());
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
        "checking the tables", connection -> ExpectedTables.missing(connection, dialect));
  }

  private void create() {
    String script = SchemaScript.read(dialect.id(), tablePrefix);
    inSchema("creating the tables", connection -> SchemaScript.run(connection, dialect, script));
  }

  private <T> T inSchema(String doing, StorageConnections.Work<T> work) {
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

  /** Tool that migrates the tables. */
  public enum Tool {
    FLYWAY,
    LIQUIBASE,
    NONE;

    /** Returns the tool on the class path; Flyway is preferred to Liquibase. */
    public static Tool detect() {
      ClassLoader loader = Tool.class.getClassLoader();
      if (ClassUtils.isPresent("org.flywaydb.core.Flyway", loader)) {
        return FLYWAY;
      }
      return ClassUtils.isPresent("liquibase.Liquibase", loader) ? LIQUIBASE : NONE;
    }
  }
}
