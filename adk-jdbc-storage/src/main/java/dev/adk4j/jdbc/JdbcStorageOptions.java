package dev.adk4j.jdbc;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.storage.FetchLimits;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Options of the storage. Derive from {@link #DEFAULT} with the {@code with…} methods.
 *
 * @param fetchLimits largest number of records that a fetch returns for each kind: the newest ones,
 *     oldest first
 * @param schema database schema of the tables; null for the connection's. The database folds the
 *     case of an unquoted name
 * @param tablePrefix prefix of the names of all tables and indexes
 * @param chunkSize bytes per row of stored bytes, from 1 KiB to 1 MiB; an open stream holds that
 *     much in memory
 * @param rowLevelSecurity true if each transaction sets its tenant for the policies of {@code
 *     db/adk/postgresql-row-level-security.sql}; costs a statement and a transaction per call
 * @param maintenance data source for work across tenants, such as clean-up, retention and overdue
 *     gates, if row-level security is enabled: its role must not be subject to the policies; null
 *     to use the storage's data source
 * @since 0.1.0
 */
public record JdbcStorageOptions(
    FetchLimits fetchLimits,
    @Nullable String schema,
    String tablePrefix,
    int chunkSize,
    boolean rowLevelSecurity,
    @Nullable DataSource maintenance) {

  /**
   * Default options: 200 records of each kind, the connection's schema, prefix {@code adk_}, 256
   * KiB per chunk, no row-level security.
   */
  public static final JdbcStorageOptions DEFAULT =
      new JdbcStorageOptions(FetchLimits.all(200), null, "adk_", 256 * 1024, false, null);

  public JdbcStorageOptions {
    new Violations()
        .required(fetchLimits, "$.fetchLimits")
        .required(tablePrefix, "$.tablePrefix")
        .check(
            chunkSize >= 1024 && chunkSize <= 1024 * 1024,
            "$.chunkSize",
            "range",
            "must be from 1024 to 1048576")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    Names.checkSchema(schema);
    Names.checkTablePrefix(tablePrefix);
  }

  public JdbcStorageOptions withFetchLimits(FetchLimits fetchLimits) {
    return new JdbcStorageOptions(
        fetchLimits, schema, tablePrefix, chunkSize, rowLevelSecurity, maintenance);
  }

  public JdbcStorageOptions withSchema(@Nullable String schema) {
    return new JdbcStorageOptions(
        fetchLimits, schema, tablePrefix, chunkSize, rowLevelSecurity, maintenance);
  }

  public JdbcStorageOptions withTablePrefix(String tablePrefix) {
    return new JdbcStorageOptions(
        fetchLimits, schema, tablePrefix, chunkSize, rowLevelSecurity, maintenance);
  }

  public JdbcStorageOptions withChunkSize(int chunkSize) {
    return new JdbcStorageOptions(
        fetchLimits, schema, tablePrefix, chunkSize, rowLevelSecurity, maintenance);
  }

  /** Returns options with another maintenance data source; null for the storage's own. */
  public JdbcStorageOptions withMaintenance(@Nullable DataSource maintenance) {
    return new JdbcStorageOptions(
        fetchLimits, schema, tablePrefix, chunkSize, rowLevelSecurity, maintenance);
  }

  public JdbcStorageOptions withRowLevelSecurity(boolean rowLevelSecurity) {
    return new JdbcStorageOptions(
        fetchLimits, schema, tablePrefix, chunkSize, rowLevelSecurity, maintenance);
  }
}
