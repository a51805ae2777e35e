package dev.adk4j.jdbc;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.storage.FetchLimits;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * How the storage works. Change one thing with the {@code with…} methods of {@link #DEFAULT}.
 *
 * @param fetchLimits how many records of each kind a fetch returns: the newest ones, oldest first
 * @param schema the database schema of the tables; null for the connection's own. As in SQL, a name
 *     is folded as the database folds names, unless it stands in double quotes
 * @param tablePrefix what the name of each table and index starts with
 * @param chunkSize bytes per row of stored bytes, from 1 KiB to 1 MiB; what one open stream holds
 *     in memory
 * @param rowLevelSecurity whether each transaction tells PostgreSQL its tenant, for the policies of
 *     {@code db/adk/postgresql-row-level-security.sql}; costs a statement and a transaction per
 *     call
 * @param maintenance for what goes across tenants, such as clean-up, retention and overdue gates,
 *     with row-level security: connects as a role to which the policies do not apply; null where
 *     the storage's own data source does all
 */
public record JdbcStorageOptions(
    FetchLimits fetchLimits,
    @Nullable String schema,
    String tablePrefix,
    int chunkSize,
    boolean rowLevelSecurity,
    @Nullable DataSource maintenance) {

  /**
   * 200 records of each kind, the connection's schema, {@code adk_}, 256 KiB, no row-level
   * security.
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

  /** With null, the storage's own data source does what goes across tenants. */
  public JdbcStorageOptions withMaintenance(@Nullable DataSource maintenance) {
    return new JdbcStorageOptions(
        fetchLimits, schema, tablePrefix, chunkSize, rowLevelSecurity, maintenance);
  }

  public JdbcStorageOptions withRowLevelSecurity(boolean rowLevelSecurity) {
    return new JdbcStorageOptions(
        fetchLimits, schema, tablePrefix, chunkSize, rowLevelSecurity, maintenance);
  }
}
