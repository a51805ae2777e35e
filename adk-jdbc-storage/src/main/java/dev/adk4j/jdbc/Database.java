package dev.adk4j.jdbc;

import dev.adk4j.jdbc.internal.BoundSessions;
import dev.adk4j.jdbc.internal.HikariPools;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.Statements.Work;
import dev.adk4j.jdbc.internal.StorageSql;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Opens the storage's connections and transactions. Never uses those of the calling thread, so
 * stored records survive a rollback of the caller. Thread-safe.
 */
final class Database {

  private static final Logger log = LoggerFactory.getLogger(Database.class);

  private final DataSource dataSource;
  private final Dialect dialect;
  private final StorageSql sql;
  private final boolean rowLevelSecurity;
  private final DataSource maintenance;

  Database(DataSource dataSource, JdbcStorageOptions options) {
    DataSource forAll = options.maintenance();
    this.dataSource = own(dataSource);
    this.dialect = Dialect.of(this.dataSource, new Names(options.schema(), options.tablePrefix()));
    this.sql = new StorageSql(dialect.names::of, dialect instanceof PostgresDialect);
    this.rowLevelSecurity = options.rowLevelSecurity();
    this.maintenance = forAll == null ? this.dataSource : own(forAll);
  }

  /** Returns the target of a proxy that would otherwise return the caller's connection. */
  static DataSource own(DataSource dataSource) {
    DataSource source = dataSource;
    while (source instanceof TransactionAwareDataSourceProxy proxy
        && proxy.getTargetDataSource() != null) {
      source = proxy.getTargetDataSource();
    }
    return source;
  }

  Dialect dialect() {
    return dialect;
  }

  Names names() {
    return dialect.names;
  }

  StorageSql sql() {
    return sql;
  }

  /** Runs one statement, which is committed on return. */
  <T extends @Nullable Object> T single(String tenant, Work<T> work) throws SQLException {
    if (rowLevelSecurity) {
      return transaction(tenant, work);
    }
    return leased(
        tenant, on -> on.connection().getAutoCommit() ? work.on(on) : committed(on, tenant, work));
  }

  /** Runs one statement, with the exceptions of {@link SqlErrors#translate}. */
  <T extends @Nullable Object> T single(String doing, String tenant, Work<T> work) {
    return SqlErrors.translating(doing, () -> single(tenant, work));
  }

  /** Runs several statements. All are committed on return; none if this throws. */
  <T extends @Nullable Object> T transaction(String tenant, Work<T> work) throws SQLException {
    return leased(
        tenant,
        on -> {
          on.connection().setAutoCommit(false);
          return committed(on, tenant, work);
        });
  }

  private <T extends @Nullable Object> T committed(Statements on, String tenant, Work<T> work)
      throws SQLException {
    try {
      if (rowLevelSecurity) {
        nameTenant(on, tenant);
      }
      T result = work.on(on);
      on.connection().commit();
      return result;
    } catch (SQLException | RuntimeException | Error e) {
      rollBack(on.connection(), e);
      throw e;
    }
  }

  /** Runs several statements, again if another writer was faster. */
  <T extends @Nullable Object> T repeated(String tenant, Work<T> work) throws SQLException {
    return Retry.onLostRace(() -> transaction(tenant, work));
  }

  /**
   * Runs statements in the caller's transaction and restores the transaction's tenant afterwards.
   */
  <T extends @Nullable Object> T within(String tenant, Connection connection, Work<T> work)
      throws SQLException {
    Statements on = sql.on(connection);
    if (!rowLevelSecurity) {
      return work.on(on);
    }
    String named = on.first(row -> row.getString(1), "select current_setting('adk.tenant', true)");
    nameTenant(on, tenant);
    T result = work.on(on);
    nameTenant(on, named == null ? "" : named);
    return result;
  }

  private static void nameTenant(Statements on, String tenant) throws SQLException {
    on.query(row -> row.getString(1), "select set_config('adk.tenant', ?, true)", tenant);
  }

  private <T extends @Nullable Object> T leased(String tenant, Work<T> work) throws SQLException {
    Lease lease = connect(tenant);
    try {
      return work.on(sql.on(lease.connection()));
    } catch (SQLException e) {
      evictIfGone(lease.source(), lease.connection(), e);
      throw e;
    } finally {
      lease.giveBack();
    }
  }

  private static void evictIfGone(DataSource source, Connection connection, SQLException e) {
    if (SqlErrors.isGone(e)) {
      HikariPools.evict(source, connection, e);
    }
  }

  /**
   * Opens a connection with read-committed isolation, regardless of the pool's default: statements
   * lock rows before they change them and need the newest committed state. Work on all tenants uses
   * the maintenance data source if there is one.
   */
  private Lease connect(String tenant) throws SQLException {
    DataSource source = tenant.isEmpty() ? maintenance : dataSource;
    Connection connection = open(source);
    try {
      int isolation = dialect.isolation();
      if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      }
      return new Lease(source, connection, connection.getAutoCommit(), isolation);
    } catch (SQLException e) {
      evictIfGone(source, connection, e);
      close(connection);
      throw e;
    }
  }

  private static Connection open(DataSource source) throws SQLException {
    BoundSessions.giveBackConnections();
    try {
      return source.getConnection();
    } catch (SQLException e) {
      if (!TransactionSynchronizationManager.hasResource(source)) {
        throw e;
      }
      throw new SQLException(
          "no connection was available, and the calling thread holds one in its own "
              + "transaction; give the pool more connections, or run the turn outside the "
              + "transaction: "
              + e.getMessage(),
          "08001",
          e);
    }
  }

  /** Connection and the data source that provided it, with the settings to restore. */
  private record Lease(
      DataSource source, Connection connection, boolean autoCommit, int isolation) {

    void giveBack() {
      try {
        if (connection.getAutoCommit() != autoCommit) {
          connection.setAutoCommit(autoCommit);
        }
        if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
          connection.setTransactionIsolation(isolation);
        }
      } catch (SQLException | RuntimeException e) {
        log.debug("A connection could not be reset; its pool will detect that it is broken.", e);
      }
      close(connection);
    }
  }

  private static void rollBack(Connection connection, Throwable cause) {
    try {
      connection.rollback();
    } catch (SQLException | RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  // An error while the connection is returned must change neither a successful commit nor the
  // original failure. HikariCP throws a NullPointerException for a connection evicted before its
  // reset.
  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException | RuntimeException e) {
      log.debug(
          "A database connection could not be returned; its pool will detect that it "
              + "is broken.",
          e);
    }
  }
}
