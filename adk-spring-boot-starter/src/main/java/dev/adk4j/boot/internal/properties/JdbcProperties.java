package dev.adk4j.boot.internal.properties;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

/**
 * Properties under {@code adk.jdbc}: the storage over a {@code DataSource}.
 *
 * @param enabled Enables the storage over the DataSource of the application.
 * @param allowOpenTransactions Allows a thread to start a turn while it holds one of the storage's
 *     connections in a transaction of its own. The thread keeps that connection until the model has
 *     answered, and the turn needs others. Allow it only if the connection pool is larger than the
 *     number of such callers.
 * @param schema Action on the tables at startup: create-if-missing, validate or none. If unset,
 *     Flyway or Liquibase migrates them if one of them is on the class path; otherwise embedded
 *     databases use create-if-missing and others validate.
 * @param fetchLimit Maximum number of records of each kind that a fetch returns, newest first.
 *     Standing instructions have no limit. The default is ten times the number of records that a
 *     turn loads.
 * @param databaseSchema Database schema of the tables. It must exist. If unset, the default schema
 *     of the connection. Put the name in double quotes if it needs them.
 * @param tablePrefix Prefix of the names of tables and indexes, at most 30 characters.
 * @param chunkSize Size of one row of stored bytes, from 1KB to 1MB.
 * @param rowLevelSecurity Sets the tenant of each transaction in PostgreSQL, for row-level security
 *     policies.
 * @param searchTool Offers models the tool search_history, which searches all earlier messages of
 *     the turn's subject. Off by default, because it shows a model the content of other
 *     conversations.
 * @param cleanUp Removal of bytes without a referring record.
 * @param maintenance Connection for work across tenants, for use with row-level security.
 */
public record JdbcProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("false") boolean allowOpenTransactions,
    @Nullable SchemaMode schema,
    @DefaultValue("200") int fetchLimit,
    @Nullable String databaseSchema,
    @DefaultValue("adk_") String tablePrefix,
    @DefaultValue("256KB") DataSize chunkSize,
    @DefaultValue("false") boolean rowLevelSecurity,
    @DefaultValue("false") boolean searchTool,
    @DefaultValue CleanUp cleanUp,
    @DefaultValue Maintenance maintenance) {

  static final JdbcProperties DEFAULTS =
      new JdbcProperties(
          true,
          false,
          null,
          200,
          null,
          "adk_",
          DataSize.ofKilobytes(256),
          false,
          false,
          new CleanUp(true, Duration.ofHours(1), Duration.ofHours(24)),
          new Maintenance(null, null, null));

  public JdbcProperties {
    PropertyRules.atLeast("adk.jdbc.fetch-limit", fetchLimit, 1);
    PropertyRules.schema("adk.jdbc.database-schema", databaseSchema);
    PropertyRules.identifier("adk.jdbc.table-prefix", tablePrefix, 30);
    PropertyRules.between(
        "adk.jdbc.chunk-size", chunkSize, DataSize.ofKilobytes(1), DataSize.ofMegabytes(1));
  }

  /**
   * Properties under {@code adk.jdbc.maintenance}.
   *
   * @param url JDBC URL for work across tenants: clean-up, overdue gates and turns, recovery of
   *     memory extraction, retention of all tenants. If unset, the URL of the application's
   *     DataSource.
   * @param username Database role for work across tenants. The row-level security policies must
   *     show it every row. If unset, that work uses the application's DataSource, which sees no
   *     rows under row-level security.
   * @param password Password of the database role for work across tenants
   *     (adk.jdbc.maintenance.username).
   */
  public record Maintenance(
      @Nullable String url, @Nullable String username, @Nullable String password) {

    public Maintenance {
      if (username == null && (url != null || password != null)) {
        throw new InvalidConfigurationPropertyValueException(
            "adk.jdbc.maintenance.username", null, "must be set together with the other two");
      }
    }
  }

  /**
   * Properties under {@code adk.jdbc.clean-up}.
   *
   * @param enabled Removes stored bytes without a referring record on this node: unused uploads,
   *     and contents that were replaced or deleted.
   * @param interval Interval between two clean-ups of stored bytes, at least 1s.
   * @param age Minimum age of unused bytes before a clean-up removes them, at least 1m. Keep it
   *     longer than the duration of any upload, download or turn.
   */
  public record CleanUp(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("1h") Duration interval,
      @DefaultValue("24h") Duration age) {

    public CleanUp {
      PropertyRules.atLeast("adk.jdbc.clean-up.interval", interval, Duration.ofSeconds(1));
      PropertyRules.atLeast("adk.jdbc.clean-up.age", age, Duration.ofMinutes(1));
    }
  }

  /** Actions on the tables without a migration tool. */
  public enum SchemaMode {
    CREATE_IF_MISSING,
    VALIDATE,
    NONE
  }
}
